import { expect, test } from "vitest"
import { csvFile, csvPages } from "./csv-file.ts"

const COLUMNS = ["Name", "Debit"]
const PAGES = [
  [
    ["=1+1", { paise: -12_345 }],
    ["अदिति, Rao", { paise: 0 }],
  ],
  [],
  [["Asha", { paise: 100 }]],
]

test("PAY-07 a file that is sent page by page is the same to the byte as one that is written at once", async () => {
  async function* pages() {
    yield* PAGES
  }
  const whole = csvFile("journal.csv", COLUMNS, PAGES.flat())
  const sent = csvPages("journal.csv", COLUMNS, pages())
  expect([...sent.headers]).toEqual([...whole.headers])
  const bytesOf = async (file: Response) => Buffer.from(await file.arrayBuffer())
  expect(await bytesOf(sent)).toEqual(await bytesOf(whole))
})

test("PAY-07 the next page is read when the reader takes it, and none after the reader went away", async () => {
  let read = 0
  let ended = false
  async function* pages() {
    try {
      for (;;) {
        read += 1
        yield [["Asha", { paise: read }]]
      }
    } finally {
      ended = true
    }
  }
  const reader = csvPages("journal.csv", COLUMNS, pages()).body?.getReader()
  await reader?.read()
  await reader?.read()
  expect(read).toBeLessThan(4)
  await reader?.cancel()
  expect(ended).toBe(true)
})
