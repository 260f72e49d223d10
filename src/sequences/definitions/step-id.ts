/** The form of the ids of steps and variants. */
export const STEP_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const STEP_ID_MESSAGE = '$property must have 1 to 64 letters, digits, dots, dashes and underscores';
