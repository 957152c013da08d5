import { z } from "zod"
import { LONGEST_SLIDE_NOTE, MOST_SLIDE_PAGES, SLIDE_FAILURES } from "#shared/slides.ts"
import { base, Id } from "../base.ts"
import { notOnJitsi } from "./not-on-jitsi.ts"

/** A file of slides. Students know those that they were shown, with as many pages. */
export const SlideDeck = z.object({
  id: Id,
  /** The board's revision at its last change; 0 before the class is live. */
  revision: z.number().int(),
  name: z.string(),
  size_bytes: z.number().int(),
  /** Its pages are being drawn, can be shown, or could not be drawn. */
  status: z.enum(["waiting", "ready", "failed"]),
  failure: z.enum(SLIDE_FAILURES).nullable(),
  /** 0 until it is ready. */
  pages: z.number().int(),
  deleted: z.boolean(),
})
export type SlideDeck = z.infer<typeof SlideDeck>

/** Whether presentations, such as PPTX, can be added here; false for students. */
export const TakesPresentations = z.boolean()

/** The slides in the middle of a room. */
export const ShownSlides = z.object({
  deck_id: Id,
  name: z.string(),
  /** The page that the instructor shows, from 0. */
  page: z.number().int(),
  pages: z.number().int(),
  /** The furthest page that was shown: up to here students can look back. */
  reached: z.number().int(),
})
export type ShownSlides = z.infer<typeof ShownSlides>

const inClass = z.object({ class_id: Id })
const ofDeck = inClass.extend({ deck_id: Id })
const Page = z.coerce
  .number()
  .int()
  .min(0)
  .max(MOST_SLIDE_PAGES - 1)

const slides = base
  .route({ method: "GET", path: "/classes/{class_id}/slides", summary: "List the slides of a class" })
  .input(inClass)
  .output(z.object({ decks: z.array(SlideDeck), presentations: TakesPresentations }))

const addSlides = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/slides",
    summary: "Add slides to a class: a PDF or a picture",
  })
  .input(inClass.extend({ id: Id, file: z.file() }))
  .output(SlideDeck)
  .errors({ CLASS_OVER: { status: 409, message: "This class is over" } })

const deleteSlides = base
  .route({ method: "DELETE", path: "/classes/{class_id}/slides/{deck_id}", summary: "Remove slides" })
  .input(ofDeck)
  .output(SlideDeck)

const restoreSlides = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/slides/{deck_id}/restore",
    summary: "Restore removed slides",
  })
  .input(ofDeck)
  .output(SlideDeck)

const showSlides = base
  .route({
    method: "PUT",
    path: "/classes/{class_id}/room/slides",
    summary: "Show a page of slides to everybody in a room, or none",
  })
  .input(inClass.extend({ deck_id: Id.nullable(), page: Page.default(0) }))
  .output(z.object({ revision: z.number().int(), slides: ShownSlides.nullable() }))
  .errors({ CLASS_NOT_LIVE: { status: 409, message: "This class is not live" }, ...notOnJitsi })

const slidePages = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/slides/{deck_id}/pages",
    summary: "List the pages of slides with what they say",
  })
  .input(ofDeck)
  .output(
    z.object({
      /** In order. For students those that were shown, and the next one. */
      pages: z.array(
        z.object({
          width: z.number().int(),
          height: z.number().int(),
          text: z.string(),
          /** What the staff noted on it; empty for students. */
          note: z.string(),
        }),
      ),
    }),
  )

const noteSlide = base
  .route({
    method: "PUT",
    path: "/classes/{class_id}/slides/{deck_id}/pages/{page}/note",
    summary: "Note something on a page of slides, which only the class's staff see",
  })
  .input(ofDeck.extend({ page: Page, note: z.string().trim().max(LONGEST_SLIDE_NOTE) }))
  .output(z.object({ note: z.string() }))

const linkSlide = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/slides/{deck_id}/pages/{page}/link",
    summary: "Get a link to the picture of a page, valid for an hour",
  })
  .input(ofDeck.extend({ page: Page, size: z.enum(["small", "large"]) }))
  .output(z.object({ url: z.string() }))

const drawOnSlide = base
  .route({
    method: "PUT",
    path: "/classes/{class_id}/room/slides/{deck_id}/pages/{page}/drawing",
    summary: "Open the whiteboard with a page of slides beneath it; again, with what was drawn on it",
  })
  .input(ofDeck.extend({ page: Page }))
  .output(
    z.object({
      /** The whiteboard's page, from 0. */
      page: z.number().int(),
    }),
  )
  .errors({
    CLASS_NOT_LIVE: { status: 409, message: "This class is not live" },
    WHITEBOARD_FULL: { status: 409, message: "The whiteboard is full" },
    ...notOnJitsi,
  })

export const slideCommands = {
  drawOnSlide,
  slides,
  addSlides,
  deleteSlides,
  restoreSlides,
  showSlides,
  slidePages,
  noteSlide,
  linkSlide,
}
