import type { SenderMessages } from './messages.js';

export const senderAr: SenderMessages = {
  'finding.no_sender': 'لا يوجد عنوان مرسل بعد. تجد الحقل في الصور ← العلامة.',
  'finding.dns_silent': 'لا يجيب نظام DNS عن {host} ({reason}). انظر مرة أخرى لاحقًا.',
  'finding.spf_missing':
    'لا يوجد سجل SPF للنطاق {domain}. أضف سجل TXT أدناه. إن كان مزوّد يرسل رسائلك فاستعمل بدلًا منه «include:» الذي يذكره.',
  'finding.spf_several': 'لدى {where} عدد {count} من سجلات SPF، ولا يجوز إلا واحد. اجمعها في سجل واحد.',
  'finding.spf_refers_nowhere': 'يحيل سجل SPF للنطاق {domain} إلى {target}، وليس له سجل SPF.',
  'finding.spf_lookups':
    'يحتاج سجل SPF للنطاق {domain} إلى أكثر من 10 استعلامات، فيتجاهله المستقبلون. احذف ما لا تستعمله.',
  'finding.spf_no_domain': 'يذكر سجل SPF للنطاق {where} العبارة «{term}»، وهي ليست نطاقًا.',
  'finding.spf_no_network': 'يذكر سجل SPF للنطاق {domain} العبارة «{term}»، وهي ليست شبكة.',
  'finding.spf_no_meaning': 'في سجل SPF للنطاق {domain} العبارة «{term}»، ولا معنى لها.',
  'finding.spf_everybody':
    'ينتهي سجل SPF للنطاق {domain} بالعبارة «+all»، فيستطيع أي أحد أن يرسل باسمك. اكتب «~all» أو «-all» بدلًا منها.',
  'finding.spf_valid': 'للنطاق {domain} سجل SPF صالح يستعمل {lookups} من 10 استعلامات.',
  'finding.spf_valid_if':
    'للنطاق {domain} سجل SPF صالح يستعمل {lookups} من 10 استعلامات. تأكد من أنه يذكر خوادم {server}.',
  'finding.dkim_unsigned': 'لا توقّع هذه الخدمة الرسائل. قد يوقّعها مزوّد بريدك، ولا يمكن رؤية ذلك من هنا.',
  'finding.dkim_missing': 'لا يوجد مفتاح DKIM في {host}. أضف سجل TXT أدناه.',
  'finding.dkim_several': 'في {host} عدد {count} من مفاتيح DKIM. أبقِ المفتاح أدناه.',
  'finding.dkim_revoked': 'مفتاح DKIM في {host} ملغى. ضع سجل TXT أدناه مكانه.',
  'finding.dkim_unreadable': 'لا يمكن قراءة مفتاح DKIM في {host}. ضع سجل TXT أدناه مكانه.',
  'finding.dkim_short': 'طول مفتاح DKIM في {host} هو {bits} بت، ويطلب المستقبلون 1024 على الأقل. أنشئ مفتاحًا جديدًا.',
  'finding.dkim_other': 'مفتاح DKIM في {host} ليس المفتاح الذي يوقّع. ضع سجل TXT أدناه مكانه.',
  'finding.dkim_valid': 'مفتاح DKIM في {host} هو الذي يوقّع، وطوله {bits} بت.',
  'finding.dmarc_missing': 'لا يوجد سجل DMARC للنطاق {domain}. تطلبه Google وYahoo: أضف السجل أدناه.',
  'finding.dmarc_several': 'في {host} عدة سجلات DMARC. أبقِ واحدًا منها.',
  'finding.dmarc_no_policy': 'ليس في سجل DMARC في {host} سياسة «p». ضع السجل أدناه مكانه.',
  'finding.dmarc_valid': 'سياسة سجل DMARC في {host} هي «{policy}». ما يوافق {domain}: {proof}.',
  'finding.dmarc_not_known': 'سجل DMARC في {host} صالح. لا يُعرف هل يوافق SPF أو DKIM النطاق {domain}.',
  'finding.dmarc_not_proven':
    'لا يثبت SPF ولا DKIM النطاق {domain}، فيفشل DMARC لكل رسالة. أصلح أحدهما. يجب أن يكون نطاق DKIM هو {organisation} أو جزءًا منه.',
  'finding.dmarc_not_proven_strictly':
    'لا يثبت SPF ولا DKIM النطاق {domain}، فيفشل DMARC لكل رسالة. أصلح أحدهما. يجب أن يكون نطاق DKIM هو {domain} نفسه.',
  'finding.one_click_works': 'يمكن إلغاء الاشتراك من كل رسالة بنقرة، ويجيب {host} عنها.',
  'finding.one_click_local': 'يمكن إلغاء الاشتراك من كل رسالة بنقرة، لكن لا يمكن بلوغ هذه الخدمة إلا من هذا الجهاز.',
  'finding.one_click_insecure': 'تتجاهل برامج البريد عنوان النقرة لأنه بلا https. يستطيع من يشغّل هذه الخدمة تغيير ذلك.',
  'finding.postal_address_there': 'يوجد عنوان بريدي، وتنتهي به كل رسالة.',
  'finding.postal_address_missing': 'يطلب القانون عنوانًا بريديًا في كل رسالة. تجد الحقل في الصور ← العلامة.',
  'webhook.scope_missing': '{topic}: الصلاحية {scope} غير ممنوحة. يعمل التطبيق من دونها.',
  'webhook.refused': 'يرفض المتجر الإخبار عن {topic}: {reason}',
  'webhook.blocked': 'لا يخبر المتجر {host} بشيء الآن، لأن كثيرًا من إشعاراته ضاع.',
  'webhook.no_reason': 'لم يذكر سببًا',
};
