import type { SenderMessages } from './messages.js';

export const senderJa: SenderMessages = {
  'finding.no_sender': '差出人アドレスがまだありません。「画像」→「ブランド」で入力してください。',
  'finding.dns_silent': '{host} について DNS の応答がありません（{reason}）。後でもう一度ご確認ください。',
  'finding.spf_missing':
    '{domain} に SPF レコードがありません。下の TXT レコードを追加してください。配信サービスをお使いの場合は、代わりにそのサービスが指定する「include:」を使ってください。',
  'finding.spf_several': '{where} に SPF レコードが {count} 件あります。1 件しか置けないため、1 つにまとめてください。',
  'finding.spf_refers_nowhere': '{domain} の SPF レコードが参照する {target} には SPF レコードがありません。',
  'finding.spf_lookups':
    '{domain} の SPF レコードは参照が 10 回を超えるため、受信側に無視されます。使わないものを削除してください。',
  'finding.spf_no_domain': '{where} の SPF レコードの「{term}」はドメインではありません。',
  'finding.spf_no_network': '{domain} の SPF レコードの「{term}」はネットワークではありません。',
  'finding.spf_no_meaning': '{domain} の SPF レコードの「{term}」には意味がありません。',
  'finding.spf_everybody':
    '{domain} の SPF レコードが「+all」で終わっているため、誰でもあなたの名前で送信できます。「~all」か「-all」にしてください。',
  'finding.spf_valid': '{domain} の SPF レコードは有効です（参照 {lookups} 回／10 回まで）。',
  'finding.spf_valid_if':
    '{domain} の SPF レコードは有効です（参照 {lookups} 回／10 回まで）。{server} のサーバーが含まれているかご確認ください。',
  'finding.dkim_unsigned':
    'このサービスはメールに署名していません。配信サービスが署名している場合がありますが、ここからは確認できません。',
  'finding.dkim_missing': '{host} に DKIM の鍵がありません。下の TXT レコードを追加してください。',
  'finding.dkim_several': '{host} に DKIM の鍵が {count} 件あります。下の鍵だけを残してください。',
  'finding.dkim_revoked': '{host} の DKIM の鍵は失効しています。下の TXT レコードに置き換えてください。',
  'finding.dkim_unreadable': '{host} の DKIM の鍵を読み取れません。下の TXT レコードに置き換えてください。',
  'finding.dkim_short':
    '{host} の DKIM の鍵は {bits} ビットです。受信側は 1024 ビット以上を求めます。新しい鍵を作ってください。',
  'finding.dkim_other': '{host} の DKIM の鍵は署名に使う鍵と違います。下の TXT レコードに置き換えてください。',
  'finding.dkim_valid': '{host} の DKIM の鍵は署名に使う鍵と同じです（{bits} ビット）。',
  'finding.dmarc_missing':
    '{domain} に DMARC レコードがありません。Google と Yahoo が求めています。下のレコードを追加してください。',
  'finding.dmarc_several': '{host} に DMARC レコードが複数あります。1 件だけ残してください。',
  'finding.dmarc_no_policy': '{host} の DMARC レコードにポリシー「p」がありません。下のレコードに置き換えてください。',
  'finding.dmarc_valid': '{host} の DMARC レコードのポリシーは「{policy}」です。{domain} に一致するもの：{proof}。',
  'finding.dmarc_not_known': '{host} の DMARC レコードは有効です。SPF か DKIM が {domain} に一致するかは不明です。',
  'finding.dmarc_not_proven':
    'SPF でも DKIM でも {domain} を証明できないため、すべてのメールが DMARC で失敗します。どちらかを直してください。DKIM のドメインは {organisation} かその一部である必要があります。',
  'finding.dmarc_not_proven_strictly':
    'SPF でも DKIM でも {domain} を証明できないため、すべてのメールが DMARC で失敗します。どちらかを直してください。DKIM のドメインは {domain} そのものである必要があります。',
  'finding.one_click_works': 'どのメールもワンクリックで配信停止でき、{host} が受け付けます。',
  'finding.one_click_local':
    'どのメールもワンクリックで配信停止できますが、このサービスにはこのコンピューターからしか接続できません。',
  'finding.one_click_insecure':
    '配信停止のアドレスが https ではないため、メールソフトに無視されます。このサービスの運用者が変更できます。',
  'finding.postal_address_there': '住所があり、どのメールの末尾にも入ります。',
  'finding.postal_address_missing':
    '法律により、どのメールにも住所が必要です。「画像」→「ブランド」で入力してください。',
  'webhook.scope_missing': '{topic}：権限 {scope} がありません。アプリはなくても動きます。',
  'webhook.refused': 'ストアが {topic} の通知を断っています：{reason}',
  'webhook.blocked': '届かない通知が多かったため、ストアは現在 {host} に通知していません。',
  'webhook.no_reason': '理由は示されていません',
};
