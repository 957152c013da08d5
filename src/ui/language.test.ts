import { expect, test } from "vitest"
import { addressIn, chooseLanguage } from "./language.ts"

const nothing = { asked: null, cookies: null, accepts: null }

test.each([
  ["hi", "hi"],
  ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
  ["en-IN,en;q=0.9,hi;q=0.8", "en"],
  ["en;q=0.5,hi;q=0.9", "hi"],
  ["ta,hi;q=0.9,en;q=0.8", "hi"],
  ["ta,en;q=0.9", "en"],
  ["hi;q=0,en", "en"],
  ["*", "en"],
  [null, "en"],
] as const)("NAV-07 a browser that accepts %s reads %s", (accepts, expected) => {
  expect(chooseLanguage({ ...nothing, accepts })).toBe(expected)
})

test("NAV-07 the address comes before the choice made earlier, and that before the browser's wish", () => {
  const cookies = "theme=dark; kaksha.lang=en"
  expect(chooseLanguage({ asked: null, cookies, accepts: "hi" })).toBe("en")
  expect(chooseLanguage({ asked: "hi", cookies, accepts: "en" })).toBe("hi")
  expect(chooseLanguage({ asked: "fr", cookies: "kaksha.lang=tlh", accepts: "en" })).toBe("en")
})

test("NAV-07 the other language's address keeps what else was asked for", () => {
  expect(addressIn("hi", "/blog", "?q=a+b&lang=en")).toBe("/blog?q=a+b&lang=hi")
})
