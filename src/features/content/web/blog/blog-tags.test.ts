import { expect, test } from "vitest"
import { articles } from "./blog.server.ts"
import { tagLabel } from "./blog-tags.ts"

test("CONT-01 NAV-07 every tag of an article has a title in English and one in Hindi", () => {
  const tags = new Set(articles.flatMap((article) => article.tags))
  for (const tag of tags) {
    expect(tagLabel(tag, "en"), tag).toMatch(/^[A-Z][A-Za-z ]+$/)
    if (!["jee", "neet"].includes(tag))
      expect(tagLabel(tag, "hi"), tag).toMatch(/^[\p{Script=Devanagari} ]+$/u)
  }
  expect(tagLabel("board-exams", "en")).toBe("Board exams")
})
