declare module '@usebruno/lang' {
  interface Pair {
    readonly name: string;
    readonly value: string;
  }
  interface BrunoRequest {
    readonly meta: { readonly name: string; readonly seq: string };
    readonly http?: { readonly method: string; readonly url: string; readonly body: string; readonly auth: string };
    readonly auth?: { readonly bearer?: { readonly token: string } };
    readonly body?: { readonly json?: string };
    readonly vars?: { readonly res?: readonly Pair[] };
    readonly assertions?: readonly Pair[];
  }
  const lang: {
    readonly bruToJsonV2: (text: string) => BrunoRequest;
    readonly bruToEnvJsonV2: (text: string) => { readonly variables: readonly (Pair & { readonly secret: boolean })[] };
  };
  export default lang;
  export type { BrunoRequest };
}
