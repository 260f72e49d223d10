import type { LibraryTexts } from '../texts.js';

const HELLO = '{% if customer.firstName %}مرحبًا {{ customer.firstName }}،{% else %}مرحبًا،{% endif %}';
const SHOP = `:::footer
[زيارة المتجر]({{ shop.url }})
:::`;
const BESTSELLERS = `:::products source=bestsellers count=4
## ما يشتريه الآخرون الآن
:::`;
const LAST_ORDER = `:::products source=last-order count=2
## اختياراتكم في المرة السابقة
:::`;
const OFFER = `:::offer
{{ offer.label }} على طلبكم القادم، حتى {{ offer.endsOn }}.
:::

:::button
{% if offer %}استخدام الرمز{% else %}زيارة المتجر{% endif %}
:::`;
const QUESTION = 'هل كان هناك ما لم يعجبكم في المرة السابقة؟ أخبرونا بالرد على هذه الرسالة.';

export const AR: LibraryTexts = {
  'win-back': {
    name: 'استعادة العملاء في ثلاث رسائل',
    description: 'تذكير، ثم عرض، ثم تذكير أخير قبل انتهاء العرض. لمن لم يطلبوا منذ فترة.',
    emails: {
      reminder: {
        subject: '{% if customer.firstName %}{{ customer.firstName }}، مضى بعض الوقت{% else %}مضى بعض الوقت{% endif %}',
        preheader: 'تحية قصيرة من {{ brand.name }}.',
        body: `:::hero
تحية من {{ brand.name }}
# مضى بعض الوقت
:::

${HELLO}

مرت فترة دون طلب جديد منكم، ويسعدنا أن نراكم من جديد. إليكم نظرة سريعة على ما لدينا الآن.

:::button {{ shop.url }}
ألقوا نظرة
:::

${LAST_ORDER}

${BESTSELLERS}

${QUESTION}

${SHOP}`,
      },
      offer: {
        subject: '{% if offer %}{{ offer.label }} على طلبكم القادم{% else %}تحية أخرى من {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}الرمز داخل هذه الرسالة، وهو صالح حتى {{ offer.endsOn }}.{% else %}نظرة على ما لدينا الآن.{% endif %}',
        body: `:::hero
{% if offer %}لطلبكم القادم{% else %}تحية من {{ brand.name }}{% endif %}
# {% if offer %}{{ offer.label }}{% else %}تفضلوا بإلقاء نظرة{% endif %}
:::

${HELLO} نتمنى أن تعودوا إلينا.{% unless offer %} إليكم نظرة على ما لدينا الآن.{% endunless %}

${OFFER}

${BESTSELLERS}

${SHOP}`,
      },
      'last-call': {
        subject: '{% if offer %}تذكير أخير: {{ offer.label }}{% else %}تحية أخيرة من {{ brand.name }}{% endif %}',
        preheader: '{% if offer %}الرمز صالح حتى {{ offer.endsOn }}.{% else %}أهلًا بكم متى احتجتم إلى شيء.{% endif %}',
        body: `:::hero
{% if offer %}تذكير أخير{% else %}تحية من {{ brand.name }}{% endif %}
# {% if offer %}قبل أن ينتهي الرمز{% else %}أهلًا بكم في أي وقت{% endif %}
:::

${HELLO} {% if offer %}لا يزال هذا الرمز صالحًا لطلبكم القادم. لن نراسلكم بشأنه مرة أخرى.{% else %}نكتفي بهذا القدر الآن. ومتى احتجتم إلى شيء، فنحن هنا.{% endif %}

${OFFER}

${LAST_ORDER}

${SHOP}`,
      },
    },
  },
  'win-back-no-offer': {
    name: 'استعادة العملاء دون عرض',
    description: 'رسالتان وديتان دون خصم: الجديد في المتجر، وما يشتريه الآخرون.',
    emails: {
      hello: {
        subject: 'تحية قصيرة من {{ brand.name }}',
        preheader: 'لا رموز هنا، بل أخبار المتجر فقط.',
        body: `:::hero
{{ brand.name }}
# يسعدنا أن نتواصل من جديد
:::

${HELLO}

مرت فترة دون طلب جديد منكم. ليس في هذه الرسالة خصم، بل دعوة فقط: تعالوا وشاهدوا ما في المتجر الآن.

:::button
شاهدوا المتجر
:::

:::products source=new count=4
## الجديد في المتجر
:::

${LAST_ORDER}

${QUESTION}

${SHOP}`,
      },
      bestsellers: {
        subject:
          '{% if lists.bestsellers.size > 0 %}ما يشتريه الآخرون من {{ brand.name }}{% else %}أهلًا بكم دائمًا في {{ brand.name }}{% endif %}',
        preheader: 'بعض الأفكار، إن كنتم تبحثون عن شيء.',
        body: `:::hero
{% if lists.bestsellers.size > 0 %}الأكثر طلبًا في آخر 90 يومًا{% else %}{{ brand.name }}{% endif %}
# {% if lists.bestsellers.size > 0 %}ما يشتريه الآخرون{% else %}أهلًا بكم في أي وقت{% endif %}
:::

${HELLO}

إن كنتم تبحثون عن شيء، فخذوا وقتكم في التصفح. وإن احتجتم إلى مساعدة في الاختيار، فردّوا على هذه الرسالة.

:::button
زيارة المتجر
:::

:::products source=bestsellers count=6
:::

نكتفي بهذا القدر الآن.

${SHOP}`,
      },
    },
  },
  'back-in-stock': {
    name: 'متوفر من جديد',
    description: 'رسالة بالمنتجات التي كانت قد نفدت ثم عادت للبيع خلال آخر 30 يومًا.',
    emails: {
      back: {
        subject:
          '{% if lists.backInStock.size > 0 %}متوفر من جديد: {{ lists.backInStock[0].title | truncate: 60 }}{% else %}أخبار من {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.backInStock.size > 0 %}كان قد نفد، وهو متوفر الآن.{% else %}شاهدوا ما في المتجر الآن.{% endif %}',
        body: `:::hero
{% if lists.backInStock.size > 0 %}متوفر من جديد{% else %}{{ brand.name }}{% endif %}
# {% if lists.backInStock.size > 0 %}عاد إلى المتجر{% else %}شاهدوا ما في المتجر{% endif %}
:::

${HELLO}

{% if lists.backInStock.size > 0 %}كان قد نفد لفترة، ويمكنكم الآن طلبه من جديد.{% else %}شاهدوا ما في المتجر الآن.{% endif %}

:::button
زيارة المتجر
:::

:::products source=back-in-stock count=4
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'new-in': {
    name: 'الجديد منذ زيارتكم الأخيرة',
    description: 'رسالة بالمنتجات التي لم يمضِ على عرضها في المتجر أكثر من 60 يومًا.',
    emails: {
      new: {
        subject:
          '{% if lists.new.size > 0 %}جديد {{ brand.name }}: {{ lists.new[0].title | truncate: 60 }}{% else %}أخبار من {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.new.size > 0 %}ما وصل إلينا خلال الشهرين الماضيين.{% else %}شاهدوا ما في المتجر الآن.{% endif %}',
        body: `:::hero
{% if lists.new.size > 0 %}الجديد في المتجر{% else %}{{ brand.name }}{% endif %}
# {% if lists.new.size > 0 %}شاهدوا ما وصل{% else %}شاهدوا ما في المتجر{% endif %}
:::

${HELLO}

{% if lists.new.size > 0 %}هذا ما أضفناه خلال الشهرين الماضيين.{% else %}شاهدوا ما في المتجر الآن.{% endif %}

:::button
زيارة المتجر
:::

:::products source=new count=6
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'price-drop': {
    name: 'أسعار أقل',
    description: 'رسالة بالمنتجات التي خُفّض سعرها خلال آخر 30 يومًا، مع السعر السابق.',
    emails: {
      lower: {
        subject:
          '{% if lists.priceDrop.size > 0 %}بسعر أقل الآن: {{ lists.priceDrop[0].title | truncate: 60 }}{% else %}أخبار من {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.priceDrop.size > 0 %}السعر السابق والسعر الحالي معًا.{% else %}شاهدوا ما في المتجر الآن.{% endif %}',
        body: `:::hero
{% if lists.priceDrop.size > 0 %}أسعار أقل{% else %}{{ brand.name }}{% endif %}
# {% if lists.priceDrop.size > 0 %}بسعر أقل الآن{% else %}شاهدوا ما في المتجر{% endif %}
:::

${HELLO}

{% if lists.priceDrop.size > 0 %}خفّضنا بعض الأسعار. يظهر السعر السابق مشطوبًا بجانب السعر الجديد.{% else %}شاهدوا ما في المتجر الآن.{% endif %}

:::button
زيارة المتجر
:::

:::products source=price-drop count=6
:::

${SHOP}`,
      },
    },
  },
  'thank-you': {
    name: 'شكرًا على العودة',
    description: 'رسالة بعد يوم من طلب جديد لمن غاب فترة طويلة.',
    emails: {
      thanks: {
        subject: '{% if customer.firstName %}شكرًا لك، {{ customer.firstName }}{% else %}شكرًا على طلبكم{% endif %}',
        preheader: 'يسعدنا أنكم عدتم.',
        body: `:::hero
{{ brand.name }}
# يسعدنا أنكم عدتم
:::

${HELLO}

شكرًا على طلبكم. يسعدنا أنكم اخترتمونا من جديد.

:::button
زيارة المتجر
:::

:::products source=last-order count=4
## ما اخترتموه
:::

هل هناك ما ليس على ما يرام؟ ردّوا على هذه الرسالة وسنعالج الأمر.

${SHOP}`,
      },
    },
  },
};
