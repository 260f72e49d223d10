/** The words of one email: Liquid in all three, and Markdown with blocks in the body. */
export interface EmailText {
  readonly subject: string;
  readonly preheader: string;
  readonly body: string;
}

interface SequenceText<StepId extends string> {
  /** The name of the sequence that is made of it. */
  readonly name: string;
  /** For the merchant who chooses: what it says, and which customers it is for. */
  readonly description: string;
  readonly emails: Readonly<Record<StepId, EmailText>>;
}

/**
 * All words of the library in one language. Translators write as good stores of the country do, promise nothing that
 * the data can't show, name the offer only by `offer.label` and `offer.endsOn`, and never rely on a name, an offer or a
 * list: each may be missing.
 */
export interface LibraryTexts {
  readonly 'win-back': SequenceText<'reminder' | 'offer' | 'last-call'>;
  readonly 'win-back-no-offer': SequenceText<'hello' | 'bestsellers'>;
  readonly 'back-in-stock': SequenceText<'back'>;
  readonly 'new-in': SequenceText<'new'>;
  readonly 'price-drop': SequenceText<'lower'>;
  readonly 'thank-you': SequenceText<'thanks'>;
}
