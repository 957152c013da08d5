import { z } from "zod"
import { Id } from "#contract/base.ts"
import { defineJob } from "#platform/jobs.ts"
import { closeAbandoned, closeRoom } from "./closing.ts"
import { putOutOfRooms } from "./enforce.ts"

const closeRoomOfClass = defineJob({
  queue: "rooms.close",
  input: z.object({ class_id: Id }),
  on: ["class.completed", "class.cancelled"],
  // Nobody must stay in the room of a class that is over: tried for some hours while the video server is away.
  retryLimit: 30,
  handle: (ctx, input) => closeRoom(ctx, input.class_id),
})

const closeAbandonedClasses = defineJob({
  queue: "rooms.close-abandoned",
  input: z.object({}),
  cron: "* * * * *",
  handle: (ctx) => closeAbandoned(ctx),
})

const putOutDisabled = defineJob({
  queue: "rooms.put-out-disabled",
  input: z.object({ user_id: Id }),
  on: ["person.disabled"],
  handle: (ctx, input) => putOutOfRooms(ctx, input.user_id),
})

export const roomsJobs = [closeRoomOfClass, closeAbandonedClasses, putOutDisabled]
