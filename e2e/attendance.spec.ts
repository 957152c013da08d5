import type { Page } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { expect, test } from "./product.ts"

const PHONE = { width: 390, height: 844 }
const DAY_MS = 86_400_000

type Answer = {
  items: {
    id: string
    title: string
    subject: string
    grade: string
    curriculum: string
    course_id: string | null
  }[]
}

/** Calls the API as the person signed in on a page. */
function call<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api/v1${path}`, {
        method: method as string,
        ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
      })
      const said = await answer.json()
      if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`)
      return said
    },
    [method, path, body ?? null] as const,
  )
}

/** Nothing for axe to find, and nothing wider than the screen, in both themes. */
async function expectOpenToAll(page: Page): Promise<void> {
  await expectAccessibleInBothThemes(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
}

test("ATT-01 ATT-04 ATT-05 ATT-06 a teacher decides about held messages, and a parent explains an absence and takes another seat", async ({
  browser,
  baseURL,
}) => {
  const teacher = await (await browser.newContext({ baseURL, viewport: PHONE })).newPage()
  await teacher.goto("/auth")
  await teacher.getByRole("button", { name: /Meera/ }).first().click()
  await expect(teacher).toHaveURL(/teacher-dashboard/)

  const { items } = await call<Answer>(teacher, "GET", "/my/classes?scope=upcoming&limit=1")
  const [missed] = items
  if (!missed) throw new Error("no class is coming")
  const later = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
  await call(teacher, "POST", "/classes", {
    title: "The same, once more",
    subject: missed.subject,
    curriculum: missed.curriculum,
    grade: missed.grade,
    scheduled_date: later,
    start_time: "05:10",
    end_time: "05:50",
    max_capacity: 5,
  })
  await call(teacher, "POST", `/classes/${missed.id}/start`, {})

  await test.step("the register is live, and a mark says its reason", async () => {
    await teacher.goto(`/class/${missed.id}/register`)
    const zoya = teacher.locator("[data-student]").filter({ hasText: "Zoya Ahmed" })
    await expect(zoya).toHaveAttribute("data-verdict", "pending")
    await zoya.locator("summary").click()
    await zoya.getByLabel("Reason (needed for a medical absence)").fill("sits beside me")
    await zoya.getByRole("button", { name: "Present", exact: true }).click()
    await expect(zoya).toHaveAttribute("data-verdict", "present")
    await expect(zoya.locator("[data-corrections]")).toContainText("sits beside me")
  })

  const asha = teacher.locator("[data-student]").filter({ hasText: "Asha Rao" })
  await test.step("a class of a few seconds ends by itself on the page, without a verdict or a message", async () => {
    await call(teacher, "POST", `/classes/${missed.id}/end`, {})
    await expect(asha).toHaveAttribute("data-verdict", "none")
    await asha.locator("summary").click()
    await expect(asha.getByText("No verdict: the class took less than 3 minutes")).toBeVisible()
    await expect(teacher.locator("[data-register] [role=status]")).toContainText(
      "No verdict: the class took less than 3 minutes. To mark someone all the same, open the name.",
    )
    await expect(teacher.getByText("No message was due.")).toBeVisible()
    await expectOpenToAll(teacher)
  })

  await test.step("who is marked absent all the same is held for staff, and says why", async () => {
    const path = `/classes/${missed.id}/attendance`
    const { entries } = await call<{ entries: { student_id: string; verdict: string }[] }>(
      teacher,
      "GET",
      path,
    )
    for (const { student_id, verdict } of entries) {
      if (verdict === "none")
        await call(teacher, "PUT", `${path}/${student_id}`, { verdict: "absent", reason: "not in the room" })
    }
    await expect(asha).toHaveAttribute("data-verdict", "absent")
    await expect(
      teacher.getByText(/The student could have been present for only 0 seconds/).first(),
    ).toBeVisible()
  })

  await test.step("who reads Hindi reads the same reasons in Hindi", async () => {
    await teacher.goto(`/class/${missed.id}/register?lang=hi`)
    await expect(teacher.getByText(/स्टूडेंट सिर्फ़ 0 सेकंड ही मौजूद रह सकता था/).first()).toBeVisible()
    await asha.locator("summary").click()
    await expect(asha.getByText("क्लास 3 मिनट से कम चली")).toBeVisible()
    await teacher.goto(`/class/${missed.id}/register?lang=en`)
  })

  await test.step("the teacher sends one message and drops the other", async () => {
    await teacher.getByRole("link", { name: "Review messages" }).click()
    await expect(teacher.getByRole("heading", { name: "Messages to parents" })).toBeVisible()
    await expectOpenToAll(teacher)
    const mother = teacher.locator("[data-notice]").filter({ hasText: "Sunita Rao" })
    await mother.getByRole("button", { name: "Send", exact: true }).click()
    await expect(teacher.getByText("The message to Sunita Rao is on its way")).toBeVisible()
    await expect(mother).toHaveCount(0)
    const other = teacher.locator("[data-notice]").first()
    await other.getByText("Don't send it").click()
    await other.getByRole("button", { name: "Don't send" }).click()
    await expect(other.getByText("Give a reason for not sending this message")).toBeVisible()
    await other.getByPlaceholder("Why it shouldn't be sent").fill("the class was called off by phone")
    await other.getByRole("button", { name: "Don't send" }).click()
    await expect(teacher.getByText("Nothing to decide")).toBeVisible()
  })

  const parent = await (await browser.newContext({ baseURL, viewport: PHONE })).newPage()
  await test.step("the parent's message carries a link that needs no signing in", async () => {
    await parent.goto("/dev/outbox")
    // The trial has a message about an earlier class.
    const message = parent
      .locator("[data-message]")
      .filter({ hasText: "Asha Rao was absent" })
      .filter({ hasText: missed.title.slice(0, 20) })
    await expect(async () => {
      await parent.reload()
      await expect(message).toHaveCount(1)
    }).toPass()
    const link = /\/a\/[\w-]{12}/.exec(await message.innerText())?.[0] ?? ""
    await parent.goto(link)
    await expect(parent.getByText(/Asha was not in/)).toBeVisible()
    await expectOpenToAll(parent)
  })

  await teacher.goto(`/class/${missed.id}/register`)
  await test.step("the answer explains the absence, and another seat is one tap away", async () => {
    const note = parent.getByLabel(/Anything else/)
    await note.fill("fever since Thursday")
    await note.evaluate(({ form }: HTMLTextAreaElement) => form?.setAttribute("novalidate", ""))
    await parent.getByRole("button", { name: "Send answer" }).click()
    await expect(parent.getByText("Choose a reason")).toBeVisible()
    await expect(note).toHaveValue("fever since Thursday")
    await parent.getByLabel("Ill").check()
    await parent.getByRole("button", { name: "Send answer" }).click()
    await expect(parent.getByText(/The absence still counts towards the month/)).toBeVisible()
    await parent.getByRole("button", { name: "Take this seat" }).first().click()
    await expect(parent.getByText(/Asha has a seat in The same, once more/)).toBeVisible()
    await expectOpenToAll(parent)
  })

  await test.step("the teacher sees it without loading the page again, and in the month", async () => {
    await asha.locator("summary").click()
    await expect(asha.getByText("The guardian answered: ill", { exact: true }).first()).toBeVisible()
    await expect(asha.getByText("fever since Thursday")).toBeVisible()
    await expect(asha).toHaveAttribute("data-verdict", "absent")
  })

  await test.step("PAY-02 the parent sends a doctor's note, the teacher accepts it, and the parent reads so", async () => {
    await parent.getByText("Send a doctor's note").click()
    await parent
      .getByLabel("Photo or PDF")
      .setInputFiles({ name: "note.png", mimeType: "image/png", buffer: await parent.screenshot() })
    await parent.getByRole("button", { name: "Send", exact: true }).click()
    await expect(parent.getByText("Your proof has arrived.")).toBeVisible()
    await expectOpenToAll(parent)
    await asha.getByRole("link", { name: "Medical proof" }).click()
    const picture = teacher.getByRole("img", { name: /Proof of Asha Rao/ })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expectOpenToAll(teacher)
    await teacher.getByRole("button", { name: "Accept" }).click()
    await expect(teacher.getByText("No proof to check")).toBeVisible()
    await parent.reload()
    await expect(parent.getByText("This absence is excused and is not counted.")).toBeVisible()
    await teacher.goto(`/class/${missed.id}/register`)
    await asha.locator("summary").click()
  })

  await test.step("a medical absence asks for its proof, leaves the count, and can be taken back", async () => {
    const reason = asha.getByLabel("Reason for the correction")
    await asha.getByRole("button", { name: "Medical, proof seen" }).click()
    await expect(asha.getByText("Say which proof you saw, such as a doctor's note")).toBeVisible()
    await reason.fill("doctor's note of Friday")
    await asha.getByRole("button", { name: "Medical, proof seen" }).click()
    await expect(asha).toHaveAttribute("data-verdict", "excused")
    await expectOpenToAll(teacher)
    await reason.fill("the note was for another week")
    await asha.getByRole("button", { name: "Remove mark" }).click()
    await expect(asha).toHaveAttribute("data-verdict", "none")
    await teacher.goto("/attendance")
    await expect(teacher.getByRole("link", { name: "Asha Rao" })).toBeVisible()
    await expectOpenToAll(teacher)
    const file = teacher.waitForEvent("download")
    await teacher.getByRole("link", { name: "Export as CSV" }).click()
    expect((await file).suggestedFilename()).toMatch(/^attendance-\d{4}-\d\d\.csv$/)
  })
})
