import { z } from "zod"
import { Id } from "#contract/base.ts"
import { defineJob } from "#platform/jobs/jobs.ts"
import { closeAbandoned, closeRoom } from "./closing.ts"
import { compactPresence, dropOldChat } from "./retention.ts"
import { emptyRoomBin } from "./room-bin.ts"
import { DRAW_QUEUE } from "./slides/decks.ts"
import { drawSlides } from "./slides/draw.ts"
import { keepSlides } from "./slides/keep.ts"
import { sweepSlides } from "./slides/sweep.ts"
import { putOutOfRooms } from "./watch/enforce.ts"
import { REDRAW_QUEUE, redrawForgotten, redrawStale } from "./whiteboard/erased-drawings.ts"
import { sweepPictures } from "./whiteboard/pictures-sweep.ts"
import { keepWhiteboard } from "./whiteboard/whiteboard-files.ts"

const closeRoomOfClass = defineJob({
  queue: "rooms.close",
  input: z.object({ class_id: Id }),
  on: ["class.completed", "class.cancelled"],
  // Retries for some hours while the video server is down, because nobody may stay in the room of a class
  // that is over.
  retryLimit: 30,
  handle: (ctx, input) => closeRoom(ctx, input.class_id),
})

const closeAbandonedClasses = defineJob({
  queue: "rooms.close-abandoned",
  input: z.object({}),
  cron: "* * * * *",
  handle: (ctx) => closeAbandoned(ctx),
})

const putOutPerson = defineJob({
  queue: "rooms.put-out",
  input: z.object({ person_id: Id }),
  on: ["person.disabled", "person.role_changed", "consent.withdrawn"],
  handle: (ctx, input) => putOutOfRooms(ctx, input.person_id),
})

const keepWhiteboardOfClass = defineJob({
  queue: "rooms.keep-whiteboard",
  input: z.object({ class_id: Id }),
  on: ["class.completed"],
  // Of twenty pages that nobody meant, each with its formulas.
  minutes: 15,
  retryLimit: 30,
  handle: (ctx, input) => keepWhiteboard(ctx, input.class_id),
})

const drawSlidesOfClass = defineJob({
  queue: DRAW_QUEUE,
  input: z.object({ deck_id: Id }),
  coalesce: ({ deck_id }) => deck_id,
  minutes: 10,
  retryLimit: 3,
  handle: (ctx, input) => drawSlides(ctx, input.deck_id),
})

const keepSlidesOfClass = defineJob({
  queue: "rooms.keep-slides",
  input: z.object({ class_id: Id }),
  on: ["class.completed"],
  minutes: 10,
  retryLimit: 30,
  handle: (ctx, input) => keepSlides(ctx, input.class_id),
})

const redrawKeptOfClass = defineJob({
  queue: REDRAW_QUEUE,
  input: z.object({ class_id: Id }),
  minutes: 15,
  retryLimit: 30,
  handle: (ctx, input) => redrawStale(ctx, input.class_id),
})

const sweepSlidesOfClasses = defineJob({
  queue: "rooms.sweep-slides",
  input: z.object({}),
  cron: "*/10 * * * *",
  handle: (ctx) => sweepSlides(ctx),
})

const sweepPicturesOfClasses = defineJob({
  queue: "rooms.sweep-pictures",
  input: z.object({}),
  cron: "40 * * * *",
  handle: (ctx) => sweepPictures(ctx),
})

const emptyBinOfRooms = defineJob({
  queue: "rooms.empty-bin",
  input: z.object({}),
  cron: "10 22 * * *",
  async handle(ctx) {
    await emptyRoomBin(ctx)
    await redrawForgotten(ctx)
  },
})

const keepLessOfRooms = defineJob({
  queue: "rooms.retention",
  input: z.object({}),
  cron: "25 22 * * *",
  // The first night after a month without a worker.
  minutes: 60,
  async handle(ctx) {
    await compactPresence(ctx)
    await dropOldChat(ctx)
  },
})

export const roomsJobs = [
  closeRoomOfClass,
  putOutPerson,
  closeAbandonedClasses,
  keepWhiteboardOfClass,
  drawSlidesOfClass,
  keepSlidesOfClass,
  redrawKeptOfClass,
  sweepSlidesOfClasses,
  sweepPicturesOfClasses,
  emptyBinOfRooms,
  keepLessOfRooms,
]
