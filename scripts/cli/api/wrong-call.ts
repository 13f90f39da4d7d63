/** What is wrong with the words of a command, in a sentence: it ends with code 2. */
export class WrongCall extends Error {}
