import type { LibraryTexts } from '../texts.js';

const HELLO = '{% if customer.firstName %}Hi {{ customer.firstName }},{% else %}Hello,{% endif %}';
const SHOP = `:::footer
[Visit the shop]({{ shop.url }})
:::`;
const BESTSELLERS = `:::products source=bestsellers count=4
## What others are buying
:::`;
const LAST_ORDER = `:::products source=last-order count=2
## Your choice last time
:::`;
const OFFER = `:::offer
{{ offer.label }} on your next order, until {{ offer.endsOn }}.
:::

:::button
{% if offer %}Use your code{% else %}Visit the shop{% endif %}
:::`;
const QUESTION = 'Was something not right last time? Reply to this email and tell us.';

export const EN: LibraryTexts = {
  'win-back': {
    name: 'Win-back in three emails',
    description:
      'A reminder, an offer, and a last reminder before the offer ends. For customers who have not ordered for a while.',
    emails: {
      reminder: {
        subject:
          '{% if customer.firstName %}{{ customer.firstName }}, it has been a while{% else %}It has been a while{% endif %}',
        preheader: 'A short hello from {{ brand.name }}.',
        body: `:::hero
A hello from {{ brand.name }}
# It has been a while
:::

${HELLO}

You have not ordered from us for some time. We would be glad to see you again, so here is a quick look at what we have.

:::button {{ shop.url }}
Take a look
:::

${LAST_ORDER}

${BESTSELLERS}

${QUESTION}

${SHOP}`,
      },
      offer: {
        subject:
          '{% if offer %}{{ offer.label }} on your next order{% else %}Another hello from {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Your code is inside. It works until {{ offer.endsOn }}.{% else %}A look at what we have for you.{% endif %}',
        body: `:::hero
{% if offer %}For your next order{% else %}A hello from {{ brand.name }}{% endif %}
# {% if offer %}{{ offer.label }}{% else %}Come and have a look{% endif %}
:::

${HELLO} we would love to have you back.{% unless offer %} Here is a look at what we have for you.{% endunless %}

${OFFER}

${BESTSELLERS}

${SHOP}`,
      },
      'last-call': {
        subject:
          '{% if offer %}Last reminder: {{ offer.label }}{% else %}One more hello from {{ brand.name }}{% endif %}',
        preheader:
          '{% if offer %}Your code works until {{ offer.endsOn }}.{% else %}You are welcome whenever you need something.{% endif %}',
        body: `:::hero
{% if offer %}Last reminder{% else %}A hello from {{ brand.name }}{% endif %}
# {% if offer %}Before your code ends{% else %}You are always welcome{% endif %}
:::

${HELLO} {% if offer %}this code still works for your next order. We will not write about it again.{% else %}we will leave it at that for now. Whenever you need something, you know where we are.{% endif %}

${OFFER}

${LAST_ORDER}

${SHOP}`,
      },
    },
  },
  'win-back-no-offer': {
    name: 'Win-back without an offer',
    description: 'Two friendly emails without a discount: what is new, and what others buy.',
    emails: {
      hello: {
        subject: 'A short hello from {{ brand.name }}',
        preheader: 'Nothing to redeem, just news from the shop.',
        body: `:::hero
{{ brand.name }}
# Nice to be in touch again
:::

${HELLO}

You have not ordered from us for some time. There is no discount in this email, only an invitation: come and see what is in the shop now.

:::button
See the shop
:::

:::products source=new count=4
## New in the shop
:::

${LAST_ORDER}

${QUESTION}

${SHOP}`,
      },
      bestsellers: {
        subject:
          '{% if lists.bestsellers.size > 0 %}What others are buying at {{ brand.name }}{% else %}You are always welcome at {{ brand.name }}{% endif %}',
        preheader: 'A few ideas, in case you are looking for something.',
        body: `:::hero
{% if lists.bestsellers.size > 0 %}Ordered most in the last 90 days{% else %}{{ brand.name }}{% endif %}
# {% if lists.bestsellers.size > 0 %}What others are buying{% else %}You are always welcome{% endif %}
:::

${HELLO}

In case you are looking for something: have a look around. If we can help you choose, reply to this email.

:::button
Visit the shop
:::

:::products source=bestsellers count=6
:::

We will leave it at that for now.

${SHOP}`,
      },
    },
  },
  'back-in-stock': {
    name: 'Back in stock',
    description: 'One email with the products that were sold out and can be bought again since at most 30 days.',
    emails: {
      back: {
        subject:
          '{% if lists.backInStock.size > 0 %}Back in stock: {{ lists.backInStock[0].title | truncate: 60 }}{% else %}News from {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.backInStock.size > 0 %}It was sold out. Now it is here again.{% else %}See what is in the shop now.{% endif %}',
        body: `:::hero
{% if lists.backInStock.size > 0 %}Back in stock{% else %}{{ brand.name }}{% endif %}
# {% if lists.backInStock.size > 0 %}Here again{% else %}See what is in the shop{% endif %}
:::

${HELLO}

{% if lists.backInStock.size > 0 %}This was sold out for a while. Now you can order it again.{% else %}Have a look at what is in the shop now.{% endif %}

:::button
Visit the shop
:::

:::products source=back-in-stock count=4
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'new-in': {
    name: 'New since you left',
    description: 'One email with the products that the store has shown for at most 60 days.',
    emails: {
      new: {
        subject:
          '{% if lists.new.size > 0 %}New at {{ brand.name }}: {{ lists.new[0].title | truncate: 60 }}{% else %}News from {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.new.size > 0 %}Added in the last two months.{% else %}See what is in the shop now.{% endif %}',
        body: `:::hero
{% if lists.new.size > 0 %}New in the shop{% else %}{{ brand.name }}{% endif %}
# {% if lists.new.size > 0 %}See what has arrived{% else %}See what is in the shop{% endif %}
:::

${HELLO}

{% if lists.new.size > 0 %}Here is what we have added in the last two months.{% else %}Have a look at what is in the shop now.{% endif %}

:::button
Visit the shop
:::

:::products source=new count=6
:::

${BESTSELLERS}

${SHOP}`,
      },
    },
  },
  'price-drop': {
    name: 'Lower prices',
    description: 'One email with the products whose price was lowered in the last 30 days, with the price before.',
    emails: {
      lower: {
        subject:
          '{% if lists.priceDrop.size > 0 %}Lower price: {{ lists.priceDrop[0].title | truncate: 60 }}{% else %}News from {{ brand.name }}{% endif %}',
        preheader:
          '{% if lists.priceDrop.size > 0 %}With the price before and the price now.{% else %}See what is in the shop now.{% endif %}',
        body: `:::hero
{% if lists.priceDrop.size > 0 %}Lower prices{% else %}{{ brand.name }}{% endif %}
# {% if lists.priceDrop.size > 0 %}It costs less now{% else %}See what is in the shop{% endif %}
:::

${HELLO}

{% if lists.priceDrop.size > 0 %}We have lowered prices. The price before is struck through beside the new one.{% else %}Have a look at what is in the shop now.{% endif %}

:::button
Visit the shop
:::

:::products source=price-drop count=6
:::

${SHOP}`,
      },
    },
  },
  'thank-you': {
    name: 'Thank you for coming back',
    description: 'One email a day after a customer who had been away has ordered again.',
    emails: {
      thanks: {
        subject:
          '{% if customer.firstName %}Thank you, {{ customer.firstName }}{% else %}Thank you for your order{% endif %}',
        preheader: 'We are glad that you are back.',
        body: `:::hero
{{ brand.name }}
# Good to have you back
:::

${HELLO}

Thank you for your order. We are glad that you chose us again.

:::button
Visit the shop
:::

:::products source=last-order count=4
## What you chose
:::

Is anything not as it should be? Reply to this email and we will put it right.

${SHOP}`,
      },
    },
  },
};
