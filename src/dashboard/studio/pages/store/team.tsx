import { said, t } from '../../i18n/index.js';
import { useLoad } from '../../ui/load.js';
import { Tag } from '../../ui/parts.js';
import { readTeam } from './calls.js';

/** Who may open the studio of the store. */
export function Team() {
  const team = useLoad(readTeam, []);
  if (!team.data || team.data.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="team">
      <h2 id="team">{t('store.team')}</h2>
      <ul class="stack tight">
        {team.data.map(({ id, email, role }) => (
          <li key={id} class="row">
            <bdi>{email ?? id}</bdi>
            {role === null ? null : <Tag>{said('team', role)}</Tag>}
          </li>
        ))}
      </ul>
    </section>
  );
}
