import { expect, test } from "vitest"
import { splitLinks } from "./links.ts"

test("ROOM-05 web addresses become links without the sentence's marks, and nothing else does", () => {
  expect(splitLinks("See https://kaksha.example/a?b=1, then (http://x.example/y).")).toEqual([
    { words: "See " },
    { words: "https://kaksha.example/a?b=1", href: "https://kaksha.example/a?b=1" },
    { words: ", then (" },
    { words: "http://x.example/y", href: "http://x.example/y" },
    { words: ")." },
  ])
  for (const body of ["javascript:alert(1)", "www.example.com", "<b>hello</b>", "data:text/html,x"]) {
    expect(splitLinks(body)).toEqual([{ words: body }])
  }
})
