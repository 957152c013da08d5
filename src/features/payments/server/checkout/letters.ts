import { randomInt } from "node:crypto"

/** Without letters and digits that are read as each other. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"

/** Returns a random name of so many letters that people can read out. */
export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("")
}
