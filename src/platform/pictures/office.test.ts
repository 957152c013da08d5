import { delimiter, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { OFFICE_SAVES, officeThat } from "#tests/office.ts"
import { slidesOf } from "#tests/slide-files.ts"
import { findOffice, OFFICE_LIMITS, openPresentation } from "./office.ts"

const found = async (folder: string) => (await findOffice(folder)) ?? ""
const sent = Buffer.from("PK\u0003\u0004")

test("ROOM-10 LibreOffice is found on the PATH, and where it isn't there is none", async () => {
  const folder = await officeThat("exit 0")
  expect(await findOffice(`/nowhere${delimiter}${folder}`)).toBe(join(folder, "soffice"))
  expect(await findOffice("/nowhere")).toBeNull()
})

test("ROOM-10 a presentation is saved as PDF with nothing of our environment", async () => {
  process.env.KAKSHA_SECRET_OF_THIS_TEST = "secret"
  onTestFinished(() => {
    delete process.env.KAKSHA_SECRET_OF_THIS_TEST
  })
  const folder = await officeThat(`[ -z "$KAKSHA_SECRET_OF_THIS_TEST" ] || exit 1\n${OFFICE_SAVES}`)
  const { pdf, notes } = await openPresentation(await found(folder), sent, "pptx")
  expect(Buffer.from(pdf)).toEqual(slidesOf(["Saved by the office"]))
  expect(notes).toEqual(["Ask Kabir & <b>Asha\nपहले आधा"])
})

test("ROOM-10 LibreOffice is given a font for Hindi, beside the machine's own", async () => {
  const folder = await officeThat(`grep -q /etc/fonts/fonts.conf "$FONTCONFIG_FILE" || exit 1
    for at in $(sed -n 's:<dir>\\(.*\\)</dir>:\\1:p' "$FONTCONFIG_FILE"); do ls "$at"/*.ttf || exit 1; done
    ${OFFICE_SAVES}`)
  expect((await openPresentation(await found(folder), sent, "odp")).pdf).not.toHaveLength(0)
})

test.each([
  ["writes nothing", "exit 0", "DAMAGED"],
  ["fails", "exit 77", "DAMAGED"],
  ["is ended by the system", "kill -KILL $$", "TOO_COMPLEX"],
  ["never ends", "sleep 30 & sleep 30", "TOO_SLOW"],
])("ROOM-10 a presentation at which LibreOffice %s says so", async (_what, lines, failure) => {
  const work = openPresentation(await found(await officeThat(lines)), sent, "pptx", {
    ...OFFICE_LIMITS,
    seconds: 1,
  })
  await expect(work).rejects.toMatchObject({ name: "Unreadable", failure })
})

test("ROOM-10 a presentation whose notes can't be read is shown without them", async () => {
  const folder = await officeThat(`case "$*" in *fodp*) exit 77;; esac\n${OFFICE_SAVES}`)
  const { pdf, notes } = await openPresentation(await found(folder), sent, "ppt")
  expect(pdf).not.toHaveLength(0)
  expect(notes).toEqual([])
})
