import { expect, test } from "vitest"
import { readFrontMatter } from "./front-matter.ts"

test("CONT-01 an article's head is read in every way it is commonly written", () => {
  const file = `---
title: "Read the paper twice: a plan"
author: Asha's desk
published: 2026-11-20
featured: true
excerpt: >
  Twenty minutes
  on paper.
tags: [boards, "time", 'writing']
more:
  - one
  - "two"
---

# Body

--- not a head
`
  expect(readFrontMatter(file)).toEqual({
    head: {
      title: "Read the paper twice: a plan",
      author: "Asha's desk",
      published: "2026-11-20",
      featured: "true",
      excerpt: "Twenty minutes on paper.\n",
      tags: ["boards", "time", "writing"],
      more: ["one", "two"],
    },
    body: "# Body\n\n--- not a head",
  })
})

test("CONT-01 a file without a head, or with a line that means nothing, is refused", () => {
  expect(() => readFrontMatter("# Body")).toThrow("front matter")
  expect(() => readFrontMatter("---\njust words\n---\nBody")).toThrow("just words")
  expect(() => readFrontMatter("---\ntitle: one\njust words\n---\nBody")).toThrow("line 2")
  expect(() => readFrontMatter("---\ntitle: one\ntitle: two\n---\nBody")).toThrow("unique")
})
