import { t } from '../../i18n/index.js';
import { me } from '../../session-state.js';
import { Input, Select } from '../../ui/form.js';
import type { Definition } from './calls.js';
import { textOf } from './text-of.js';
import { fromWallClock, toWallClock } from './wall-clock.js';

interface ScheduleSettingsProps {
  readonly draft: Definition;
  readonly onChange: (draft: Definition) => void;
}

/** When the first email of an approved run is sent. */
export function ScheduleSettings({ draft, onChange }: ScheduleSettingsProps) {
  const { schedule } = draft;
  const zone = textOf(draft.timeZone) || (me().timeZone ?? 'UTC');
  const kind = schedule?.at !== undefined ? 'at' : schedule?.localHour !== undefined ? 'localHour' : 'none';
  const choose = (wanted: string): void => {
    const first = { at: { at: tomorrow() }, localHour: { localHour: 9 } }[wanted];
    onChange({ ...draft, schedule: first });
  };
  return (
    <div class="row top">
      <Select
        label={t('schedule.title')}
        name="/schedule"
        value={kind}
        options={(['none', 'at', 'localHour'] as const).map((each) => [each, t(`schedule.${each}`)] as const)}
        onValue={choose}
      />
      {schedule?.at !== undefined ? (
        <Input
          label={t('schedule.when')}
          name="/schedule/at"
          hint={t('schedule.zone', { zone: zone.replaceAll('_', ' ') })}
          type="datetime-local"
          value={toWallClock(textOf(schedule.at), zone)}
          onValue={(local) => {
            if (local !== '') onChange({ ...draft, schedule: { at: fromWallClock(local, zone) } });
          }}
        />
      ) : null}
      {schedule?.localHour !== undefined ? (
        <Input
          label={t('schedule.hour')}
          name="/schedule/localHour"
          type="number"
          min="0"
          max="23"
          value={String(schedule.localHour)}
          onValue={(hour) => onChange({ ...draft, schedule: { localHour: Math.min(23, Math.max(0, Number(hour))) } })}
        />
      ) : null}
    </div>
  );
}

const DAY_MS = 86_400_000;
const tomorrow = (): string => new Date(Date.now() + DAY_MS).toISOString();
