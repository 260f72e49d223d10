/** No script, nothing from elsewhere, never inside another page; forms go back to where they came from. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif; }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 0 1.5rem; box-sizing: border-box; }
  main { max-width: 34rem; }
  h1 { font-size: 1.9rem; line-height: 1.2; }
  button { font: inherit; padding: .6rem 1.2rem; margin: 0 .6rem .6rem 0; cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const form = (choice: string, label: string): string =>
  `<form method="post"><button name="choice" value="${choice}">${label}</button></form>`;

/** These pages say nothing about the person, because whoever has the link sees them. */
export const ASK_PAGE = page(
  'E-mails from this shop',
  `<p>Do you want to get them?</p>
${form('unsubscribed', 'No, unsubscribe')}
${form('subscribed', 'Yes, keep sending them')}`,
);
export const UNSUBSCRIBED_PAGE = page(
  'You are unsubscribed',
  `<p>This shop will not send you any more of these e-mails.</p>
${form('subscribed', 'I want them after all')}`,
);
export const SUBSCRIBED_PAGE = page(
  'You get the e-mails',
  `<p>This shop will go on sending them.</p>
${form('unsubscribed', 'Unsubscribe')}`,
);
export const UNKNOWN_PAGE = page(
  'This link is not valid',
  '<p>It may have been cut off. Please use the link at the end of an e-mail, or answer the e-mail.</p>',
);
