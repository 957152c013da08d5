import { z } from "zod"
import { base, Id } from "../base.ts"
import { notOnJitsi } from "./not-on-jitsi.ts"
import {
  INKS,
  KINDS,
  LONGEST_TEXT,
  MOST_CHANGED_ITEMS,
  MOST_FORMULAS,
  MOST_NUMBERS,
  MOST_PAGES,
} from "./whiteboard-page.ts"

const Page = z
  .number()
  .int()
  .min(0)
  .max(MOST_PAGES - 1)
/** The pages on squared paper; the others are plain. */
const Squared = z.array(Page).max(MOST_PAGES)

const Change = z.object({
  /** Made by who draws it. */
  id: Id,
  page: Page,
  /** Of two states of one item the one with the higher version counts. */
  version: z.number().int().min(1).max(1_000_000_000),
  kind: z.enum(KINDS),
  ink: z.enum(INKS),
  /** Width of the line, or height of the letters, in units of the page. */
  size: z.number().int().min(1).max(200),
  /** Pen and marker: x, y and pressure 0 to 100, again and again. Shapes, formulas and pictures: two corners. Text: its corner. */
  points: z.array(z.number().int().min(-20_000).max(20_000)).min(2).max(MOST_NUMBERS),
  /** Of a text; of a formula in TeX; what a picture shows, for who can't see it. */
  text: z.string().max(LONGEST_TEXT).default(""),
  /** Of a picture: the file that it shows. Copies show the same one. */
  picture: Id.optional(),
  /** Of what is over a shared screen: the share. Its places are parts of that picture as if it were a page. */
  screen: Id.optional(),
  /** Erased: the id is kept, so that a late change can't bring the element back. */
  gone: z.boolean(),
})

/** Something on the whiteboard. `changed_by` settles which of two equal versions counts: the greater. */
export const WhiteboardItem = Change.extend({
  // Checked when they were drawn: to check the 600,000 numbers of a full whiteboard again takes 0.15 s.
  points: z.array(z.number()),
  author: Id,
  changed_by: Id,
})
export type WhiteboardItem = z.infer<typeof WhiteboardItem>

const Sheet = {
  /** The page that the instructor shows, from 0, and how many there are. */
  page: z.number().int(),
  pages: z.number().int(),
  squared: Squared,
}

const whiteboard = base
  .route({ method: "GET", path: "/classes/{class_id}/room/whiteboard", summary: "Get the whiteboard" })
  .input(
    z.object({
      class_id: Id,
      since: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
      /** Of what is over this shared screen alone; without it, of the pages. */
      screen: Id.optional(),
    }),
  )
  .output(
    z.object({
      revision: z.number().int(),
      ...Sheet,
      /** Changed since `since`, erased ones among them; without it all that is there. */
      items: z.array(WhiteboardItem),
      /** Who added the pictures among them, whose names describe those without words. */
      authors: z.array(z.object({ id: Id, name: z.string() })),
    }),
  )

const whiteboardPage = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/room/whiteboard/pages/{page}",
    summary: "Get a page of the whiteboard as one picture",
  })
  .input(
    z.object({
      class_id: Id,
      page: z.coerce
        .number()
        .int()
        .min(0)
        .max(MOST_PAGES - 1),
    }),
  )
  .output(z.object({ svg: z.string() }))

const draw = base
  .route({ method: "POST", path: "/classes/{class_id}/room/whiteboard", summary: "Draw on the whiteboard" })
  .input(
    z.object({
      class_id: Id,
      items: z.array(Change).max(MOST_CHANGED_ITEMS).default([]),
      page: Page.optional(),
      pages: z.number().int().min(1).max(MOST_PAGES).optional(),
      squared: Squared.optional(),
    }),
  )
  .output(z.object({ revision: z.number().int(), ...Sheet }))
  .errors({
    CLASS_NOT_LIVE: { status: 409, message: "This class is not live" },
    ...notOnJitsi,
    DRAWING_HELD: { status: 403, message: "The instructor lets students watch the whiteboard only" },
    WHITEBOARD_FULL: { status: 409, message: "The whiteboard is full" },
  })

/** A formula as curves, which need no font. */
const Drawing = z.object({
  /** The `viewBox` of its svg element, and what is inside; it has the colour of its surroundings. */
  view_box: z.string(),
  body: z.string(),
  /** In heights of a letter. */
  width: z.number(),
  height: z.number(),
})
export type Drawing = z.infer<typeof Drawing>

export const Formula = z.object({
  tex: z.string(),
  /** Null for what is no formula. */
  drawing: Drawing.nullable(),
  /** The first command that doesn't exist, such as `\foo`; null if something else is wrong. */
  unknown: z.string().nullable(),
})
export type Formula = z.infer<typeof Formula>

const formulas = base
  .route({
    method: "POST",
    path: "/formulas",
    summary: "Draw formulas in TeX, with the commands of LaTeX and AMS for mathematics",
  })
  .input(z.object({ formulas: z.array(z.string().min(1).max(LONGEST_TEXT)).min(1).max(MOST_FORMULAS) }))
  .output(z.array(Formula))

const addPicture = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/pictures",
    summary: "Send a picture for the whiteboard, which an item can show from then on",
  })
  .input(z.object({ class_id: Id, id: Id, file: z.file() }))
  .output(z.object({ id: Id, width: z.number().int(), height: z.number().int() }))
  .errors({
    CLASS_NOT_LIVE: { status: 409, message: "This class is not live" },
    ...notOnJitsi,
    DRAWING_HELD: { status: 403, message: "The instructor lets students watch the whiteboard only" },
  })

const linkPicture = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/room/pictures/{picture_id}/link",
    summary: "Get a link to a picture on the whiteboard, valid for an hour",
  })
  .input(z.object({ class_id: Id, picture_id: Id, size: z.enum(["small", "large"]) }))
  .output(z.object({ url: z.string() }))

export const whiteboardCommands = { whiteboard, whiteboardPage, draw, formulas, addPicture, linkPicture }
