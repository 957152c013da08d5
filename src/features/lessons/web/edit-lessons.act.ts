import { z } from "zod"
import { MOST_LESSONS } from "#contract/lessons.ts"
import { putInOrder } from "#features/lessons/rules.ts"
import { type PageRequest, serveForm } from "#ui/api.ts"
import { lessonsTextHi } from "./lessons.text.hi.ts"
import { lessonsText } from "./lessons.text.ts"

const OfLesson = z.object({ lesson_id: z.uuid() })
const OfUpload = OfLesson.extend({ upload_id: z.uuid() })
const Renamed = OfLesson.extend({
  title: z
    .string("Enter a title for the lesson")
    .trim()
    .min(1, "Enter a title for the lesson")
    .max(120, "Use at most 120 characters"),
})
const Moved = OfLesson.extend({ by: z.enum(["-1", "1"]) })

type Args = Parameters<typeof serveForm>[0]

/** Handles the buttons and forms of the list of lessons, by intent. */
export async function serveLessons(args: Args, course_id: string) {
  const intent = String((await args.request.clone().formData()).get("intent"))
  const say = (page: PageRequest) => (page.language === "hi" ? lessonsTextHi : lessonsText)
  if (intent === "rename") {
    return serveForm(args, Renamed, async (wanted, page) => {
      await page.api.lessons.rename(wanted)
      return { tone: "success", title: say(page).renamed }
    })
  }
  if (intent === "move") {
    return serveForm(args, Moved, async ({ lesson_id, by }, page) => {
      const { lessons } = await page.api.lessons.manage({ course_id })
      const ids = lessons.map(({ id }) => id)
      const at = ids.indexOf(lesson_id)
      const to = Math.min(Math.max(at + Number(by), 0), MOST_LESSONS)
      const others = ids.filter((id) => id !== lesson_id)
      await page.api.lessons.order({
        course_id,
        lesson_ids: putInOrder(ids, [...others.slice(0, to), lesson_id, ...others.slice(to)]),
      })
      return { tone: "success", title: say(page).moved }
    })
  }
  if (intent === "cancel") {
    return serveForm(args, OfUpload, async (one, page) => {
      await page.api.lessons.cancelUpload(one)
      return { tone: "success", title: say(page).cancelled }
    })
  }
  return serveForm(args, OfLesson, async (one, page) => {
    const text = say(page)
    const { lessons } = page.api
    if (intent === "retry") {
      await lessons.retry(one)
      return { tone: "success", title: text.retried }
    }
    if (intent === "restore") {
      await lessons.restore(one)
      return { tone: "success", title: text.restored }
    }
    await lessons.delete(one)
    return { tone: "success", title: text.removed, description: text.removedText }
  })
}
