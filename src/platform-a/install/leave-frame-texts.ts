/** The texts of the page that leads out of the platform's frame. */
interface Texts {
  readonly title: string;
  readonly text: string;
  readonly go: string;
}

export const TEXTS: Readonly<Record<'en' | 'de' | 'es' | 'ja' | 'ar', Texts>> = {
  en: {
    title: 'Your store asks you once',
    text: 'Your store has to confirm what Rekindle may do. It shows that page in the whole window.',
    go: 'Continue to your store',
  },
  de: {
    title: 'Ihr Shop fragt einmal nach',
    text: 'Ihr Shop muss bestätigen, was Rekindle darf. Diese Seite zeigt er nur im ganzen Fenster.',
    go: 'Weiter zum Shop',
  },
  es: {
    title: 'Su tienda le pregunta una vez',
    text: 'Su tienda tiene que confirmar lo que Rekindle puede hacer. Muestra esa página en toda la ventana.',
    go: 'Continuar a la tienda',
  },
  ja: {
    title: 'ストアでの確認が必要です',
    text: 'Rekindle に許可する内容をストアで確認します。確認のページはウィンドウ全体に表示されます。',
    go: 'ストアに進む',
  },
  ar: {
    title: 'يسألك متجرك مرة واحدة',
    text: 'يجب أن يؤكد متجرك ما يُسمح لـ Rekindle بفعله. يعرض المتجر هذه الصفحة في النافذة كلها.',
    go: 'المتابعة إلى المتجر',
  },
};

export const LANGUAGES = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
