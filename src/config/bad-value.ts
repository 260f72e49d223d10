/** What is wrong with the value of a variable, as the end of a sentence that begins with the variable's name. */
export class BadValue extends Error {}
