import { readdirSync, readFileSync, statSync } from "node:fs"
import { expect, test } from "vitest"
import { drawArticle } from "../scripts/illustrations/articles.ts"
import tagList from "./blog/tags.json" with { type: "json" }
import lists from "./option-lists.json" with { type: "json" }
import programs from "./programs.json" with { type: "json" }
import team from "./team.json" with { type: "json" }

const folder = new URL("./blog/", import.meta.url)
const today = "2026-11-20"

const fields = "title slug excerpt category tags author published featured illustration"

/** Reads `key: value` lines and `key:` followed by `  - item` lines. Any other line is an error. */
function readHead(head: string) {
  const values: Record<string, string> = {}
  const tags: string[] = []
  for (const row of head.split("\n")) {
    const [, item] = /^ {2}- (\S+)$/.exec(row) ?? []
    const [, key, value] = /^([a-z]+):(?: (\S.*))?$/.exec(row) ?? []
    if (item) tags.push(item)
    else if (key) values[key] = value ?? ""
    else throw new Error(`Not a field: ${row}`)
  }
  return { values, tags }
}

const articles = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => {
    const [, head = "", body = ""] =
      /^---\n([\s\S]+?)\n---\n\n([\s\S]+)$/.exec(readFileSync(new URL(file, folder), "utf8")) ?? []
    const { values, tags } = readHead(head)
    const field = (name: string) => values[name] ?? ""
    const links = [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, to = ""]) => to)
    return { name: file.slice(0, -3), keys: Object.keys(values).join(" "), field, tags, body, links }
  })

const countOf = (category: string) => articles.filter(({ field }) => field("category") === category).length
const countWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0

test("CONT-01 there are 24 articles, as many in each category as specified", () => {
  expect(articles).toHaveLength(24)
  const counts = lists.blogCategories.slice(1).map(({ value }) => `${value} ${countOf(value)}`)
  expect(counts.join(", ")).toBe(
    "exam-tips 8, study-guides 6, career-advice 5, curriculum-updates 3, success-stories 2",
  )
})

test("CONT-01 titles and excerpts are unique, and three articles are featured", () => {
  for (const name of ["title", "excerpt", "slug"]) {
    expect(new Set(articles.map(({ field }) => field(name))).size, name).toBe(24)
  }
  expect(articles.filter(({ field }) => field("featured") === "true")).toHaveLength(3)
})

test.each(articles)("CONT-01 $name has a complete head", ({ name, keys, field, tags }) => {
  expect(keys).toBe(fields)
  expect(field("slug")).toBe(name)
  expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
  expect(field("excerpt").length).toBeGreaterThanOrEqual(140)
  expect(field("excerpt").length).toBeLessThanOrEqual(220)
  // A colon and a space would end a plain YAML value.
  for (const value of ["title", "excerpt"]) expect(field(value)).not.toMatch(/: | #|^["'[{*&!|>%@`-]/)
  expect(team.map((member) => member.name)).toContain(field("author"))
  expect(["true", "false"]).toContain(field("featured"))
  expect(tags.length).toBeGreaterThanOrEqual(3)
  expect(tags.length).toBeLessThanOrEqual(5)
  expect(new Set(tags).size).toBe(tags.length)
})

test.each(articles)("CONT-01 $name is dated by a real day that is not in the future", ({ field }) => {
  const published = field("published")
  expect(published).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(new Date(published).toISOString().slice(0, 10)).toBe(published)
  expect(published >= "2026-02-01" && published <= today, published).toBe(true)
})

test.each(articles)("CONT-01 $name is an article of 500 to 1,000 words with headings", ({ body }) => {
  expect(countWords(body)).toBeGreaterThanOrEqual(500)
  expect(countWords(body)).toBeLessThanOrEqual(1000)
  expect(body.match(/^## \S/gm)?.length ?? 0).toBeGreaterThanOrEqual(3)
})

test.each(articles)("CONT-01 $name keeps to plain Markdown and typographic quotation marks", ({ body }) => {
  expect(body).not.toMatch(/<|^# |^#{3,} |```|!\[|^ +\S|["']|\t/m)
  for (const block of body.trim().split("\n\n")) {
    const rows = block.split("\n")
    if (!block.startsWith("|")) continue
    const cells = rows.map((row) => row.split("|").length)
    expect(new Set(cells).size, block).toBe(1)
    expect(rows[1]).toMatch(/^\|(---\|)+$/)
  }
})

test("CONT-01 every tag is in the vocabulary and marks at least two articles", () => {
  const vocabulary = tagList.map((tag) => tag.value)
  const used = articles.flatMap(({ tags }) => tags)
  expect(new Set(tagList.map((tag) => tag.label)).size).toBe(vocabulary.length)
  expect([...new Set(used)].sort()).toEqual([...vocabulary].sort())
  for (const tag of vocabulary) expect(used.filter((each) => each === tag).length, tag).toBeGreaterThan(1)
})

test.each(articles)("CONT-01 $name has the picture that its head describes", ({ name, field }) => {
  const picture = readFileSync(new URL(`./public/images/blog/${name}.svg`, import.meta.url), "utf8")
  expect(picture).toBe(drawArticle(name, field("category"), field("illustration")))
  expect(picture.length).toBeLessThan(6000)
  expect(picture).toMatch(/^<svg [^>]*width="640" height="400"/)
})

test("CONT-01 there is one picture for each article and no other", () => {
  const pictures = readdirSync(new URL("./public/images/blog", import.meta.url))
  expect(pictures.sort()).toEqual(articles.map(({ name }) => `${name}.svg`).sort())
})

const routes =
  /^\/(login|register|courses|live-classes|about-learning-kit|meet-the-team|auth|student-auth|teacher-auth|blog|about|contact|terms|privacy)?$/

/** What is wrong with a link, or nothing. A filtered catalogue has to find programs. */
function findFault(link: string): string | undefined {
  const { pathname, searchParams, origin } = new URL(link, "https://kaksha.example")
  if (origin !== "https://kaksha.example" || !routes.test(pathname)) return "no such route"
  if (pathname !== "/courses") return searchParams.size ? "a query that nothing reads" : undefined
  const columns = { service: "", curriculum: "", grade: "", subject: "", program: "" }
  for (const name of searchParams.keys()) if (!(name in columns)) return `no filter ${name}`
  const found = programs.some(({ slug, service, curriculum, grade, subject }) =>
    Object.entries({ service, curriculum, grade, subject, program: slug }).every(
      ([name, value]) => (searchParams.get(name) ?? value) === value,
    ),
  )
  return found ? undefined : "finds no program"
}

test.each(articles)("CONT-01 $name calls to action at most once, at a page that exists", ({ links }) => {
  expect(links.length).toBeLessThanOrEqual(1)
  for (const link of links) expect(findFault(link), link).toBeUndefined()
})

test("CONT-01 a link to a missing page or an empty search is noticed", () => {
  expect(findFault("/programmes")).toBe("no such route")
  expect(findFault("https://elsewhere.example/courses")).toBe("no such route")
  expect(findFault("/courses?topic=Tabla")).toBe("no filter topic")
  expect(findFault("/courses?subject=Astrology")).toBe("finds no program")
})

test("CONT-01 no two articles share a paragraph, a heading or ten words in a row", () => {
  const seen = new Set<string>()
  const shared: string[] = []
  for (const { name, body } of articles) {
    const words = body.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const runs = words.slice(9).map((_, start) => words.slice(start, start + 10).join(" "))
    for (const piece of new Set([...body.trim().split("\n\n"), ...runs])) {
      if (seen.has(piece)) shared.push(`${name}: ${piece}`)
      seen.add(piece)
    }
  }
  expect(shared).toEqual([])
})

test("CONT-01 success stories say at once that they are composites", () => {
  for (const { field, body } of articles.filter((each) => each.field("category") === "success-stories")) {
    expect(field("excerpt")).toMatch(/^A composite story\./)
    expect(body.split("\n\n")[0]).toMatch(/^\*.*composite of several students.*\*$/)
  }
})

test("CONT-01 what an article says of a syllabus sends the reader to the board's own papers", () => {
  for (const { name, body } of articles.filter((each) => each.field("category") === "curriculum-updates")) {
    expect(body, name).toMatch(/board’s own|its own sample papers and circulars/)
  }
})

test("NAV-08 every article has a preview picture that sharers take, small enough for a phone's data", () => {
  for (const { name } of articles) {
    const picture = new URL(`./public/share/blog/${name}.jpg`, import.meta.url)
    expect(statSync(picture).size, name).toBeLessThan(80_000)
  }
})
