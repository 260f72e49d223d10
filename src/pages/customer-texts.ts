import { Html, html } from './html.js';
import { preferredOf, spokenLanguage } from './preferred-language.js';

/** The texts of pages for customers. `{store}` is the store's name, or `thisStore` where the name is unknown. */
export interface CustomerTexts {
  readonly dir: 'ltr' | 'rtl';
  readonly thisStore: string;
  readonly emails: string;
  readonly receiving: string;
  readonly unsubscribe: string;
  readonly unsubscribedTitle: string;
  readonly unsubscribed: string;
  readonly mistake: string;
  readonly subscribe: string;
  readonly blocked: string;
  readonly mayWeTitle: string;
  readonly mayWe: string;
  readonly yes: string;
  readonly badLinkTitle: string;
  readonly badLink: string;
  readonly goneTitle: string;
  readonly gone: string;
  readonly troubleTitle: string;
  readonly trouble: string;
}

/** One entry for each language, by its primary subtag. A new language needs nothing but an entry. */
const TEXTS = {
  en: {
    dir: 'ltr',
    thisStore: 'this store',
    emails: 'Emails from {store}',
    receiving: 'You receive these emails.',
    unsubscribe: 'Unsubscribe',
    unsubscribedTitle: 'You are unsubscribed',
    unsubscribed: 'You no longer receive these emails from {store}.',
    mistake: 'Was this a mistake?',
    subscribe: 'Subscribe again',
    blocked: 'No emails from {store} are sent to this address.',
    mayWeTitle: 'Would you like emails from {store}?',
    mayWe: 'We write to you only if you say yes. If you do nothing, {store} does not ask again.',
    yes: 'Yes, send me emails',
    badLinkTitle: 'This link is not valid',
    badLink: 'It may have been cut off. Please use the link at the end of an email, or reply to the email.',
    goneTitle: 'This email is gone',
    gone: 'It can no longer be shown here.',
    troubleTitle: 'This did not work',
    trouble: 'Please try again in a few minutes.',
  },
  de: {
    dir: 'ltr',
    thisStore: 'diesem Shop',
    emails: 'E-Mails von {store}',
    receiving: 'Sie erhalten diese E-Mails.',
    unsubscribe: 'Abmelden',
    unsubscribedTitle: 'Sie sind abgemeldet',
    unsubscribed: 'Sie erhalten diese E-Mails von {store} nicht mehr.',
    mistake: 'War das ein Versehen?',
    subscribe: 'Wieder anmelden',
    blocked: 'An diese Adresse gehen keine E-Mails von {store}.',
    mayWeTitle: 'Möchten Sie E-Mails von {store}?',
    mayWe: 'Wir schreiben Ihnen nur, wenn Sie ja sagen. Wenn Sie nichts tun, fragt {store} nicht noch einmal.',
    yes: 'Ja, ich möchte E-Mails',
    badLinkTitle: 'Dieser Link ist nicht gültig',
    badLink:
      'Vielleicht wurde er abgeschnitten. Bitte nutzen Sie den Link am Ende einer E-Mail oder antworten Sie auf die E-Mail.',
    goneTitle: 'Diese E-Mail gibt es nicht mehr',
    gone: 'Sie kann hier nicht mehr angezeigt werden.',
    troubleTitle: 'Das hat nicht geklappt',
    trouble: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  },
  fr: {
    dir: 'ltr',
    thisStore: 'cette boutique',
    emails: 'E-mails de {store}',
    receiving: 'Vous recevez ces e-mails.',
    unsubscribe: 'Se désabonner',
    unsubscribedTitle: 'Désabonnement effectué',
    unsubscribed: 'Vous ne recevez plus ces e-mails de {store}.',
    mistake: 'Était-ce une erreur ?',
    subscribe: 'Se réabonner',
    blocked: 'Aucun e-mail de {store} n’est envoyé à cette adresse.',
    mayWeTitle: 'Souhaitez-vous recevoir les e-mails de {store} ?',
    mayWe: 'Nous ne vous écrivons que si vous dites oui. Si vous ne faites rien, {store} ne vous le demandera plus.',
    yes: 'Oui, je veux les recevoir',
    badLinkTitle: 'Ce lien n’est pas valide',
    badLink: 'Il a peut-être été coupé. Utilisez le lien à la fin d’un e-mail, ou répondez à l’e-mail.',
    goneTitle: 'Cet e-mail n’existe plus',
    gone: 'Il ne peut plus être affiché ici.',
    troubleTitle: 'Cela n’a pas fonctionné',
    trouble: 'Veuillez réessayer dans quelques minutes.',
  },
  es: {
    dir: 'ltr',
    thisStore: 'esta tienda',
    emails: 'Correos de {store}',
    receiving: 'Usted recibe estos correos.',
    unsubscribe: 'Darse de baja',
    unsubscribedTitle: 'Suscripción cancelada',
    unsubscribed: 'Ya no recibe estos correos de {store}.',
    mistake: '¿Ha sido un error?',
    subscribe: 'Volver a suscribirse',
    blocked: 'No se envían correos de {store} a esta dirección.',
    mayWeTitle: '¿Quiere recibir correos de {store}?',
    mayWe: 'Solo le escribimos si dice que sí. Si no hace nada, {store} no volverá a preguntar.',
    yes: 'Sí, quiero recibirlos',
    badLinkTitle: 'Este enlace no es válido',
    badLink: 'Puede que esté incompleto. Use el enlace al final de un correo o responda al correo.',
    goneTitle: 'Este correo ya no existe',
    gone: 'Ya no se puede mostrar aquí.',
    troubleTitle: 'No ha funcionado',
    trouble: 'Inténtelo de nuevo en unos minutos.',
  },
  ar: {
    dir: 'rtl',
    thisStore: 'هذا المتجر',
    emails: 'رسائل البريد الإلكتروني من {store}',
    receiving: 'أنت تتلقى هذه الرسائل.',
    unsubscribe: 'إلغاء الاشتراك',
    unsubscribedTitle: 'تم إلغاء اشتراكك',
    unsubscribed: 'لن تتلقى هذه الرسائل من {store} بعد الآن.',
    mistake: 'هل كان ذلك عن طريق الخطأ؟',
    subscribe: 'الاشتراك مجددًا',
    blocked: 'لا تُرسَل رسائل من {store} إلى هذا العنوان.',
    mayWeTitle: 'هل تودّ تلقي رسائل من {store}؟',
    mayWe: 'لن نراسلك إلا إذا وافقت. وإذا لم تفعل شيئًا فلن يسألك {store} مرة أخرى.',
    yes: 'نعم، أرسلوا لي الرسائل',
    badLinkTitle: 'هذا الرابط غير صالح',
    badLink: 'ربما تم اقتطاعه. يُرجى استخدام الرابط الموجود في نهاية إحدى الرسائل، أو الرد على الرسالة.',
    goneTitle: 'لم تعد هذه الرسالة متاحة',
    gone: 'لا يمكن عرضها هنا بعد الآن.',
    troubleTitle: 'لم تنجح العملية',
    trouble: 'يُرجى المحاولة مرة أخرى بعد بضع دقائق.',
  },
} as const satisfies Readonly<Record<string, CustomerTexts>>;

export type CustomerLanguage = keyof typeof TEXTS;

export const CUSTOMER_LANGUAGES = Object.keys(TEXTS) as readonly CustomerLanguage[];

export const textsIn = (language: CustomerLanguage): CustomerTexts => TEXTS[language];

/** The language of a tag such as `de-AT`, or undefined where we have no texts in it. */
export const languageOf = (tag: string | null | undefined): CustomerLanguage | undefined =>
  spokenLanguage(CUSTOMER_LANGUAGES, tag);

/** The first language of an Accept-Language header in which we have texts, or else English. */
export const preferredLanguage = (acceptLanguage: string | undefined): CustomerLanguage =>
  preferredOf(CUSTOMER_LANGUAGES, acceptLanguage) ?? 'en';

const PLACE = '{store}';

/** Puts the store's name into a title. */
export const withStoreName = (text: string, { thisStore }: CustomerTexts, store: string | null): string =>
  text.replace(PLACE, () => store ?? thisStore);

/** Puts the store's name into a sentence. The name may have another text direction than the sentence. */
export function sentence(text: string, { thisStore }: CustomerTexts, store: string | null): Html {
  const [before = '', after] = text.split(PLACE);
  if (after === undefined) return html`${before}`;
  return html`${before}${store === null ? thisStore : html`<bdi>${store}</bdi>`}${after}`;
}
