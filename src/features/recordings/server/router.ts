import { implement } from "@orpc/server"
import { recordings } from "#contract/recordings/recording-procedures.ts"
import { canRecord } from "#features/recordings/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole, signedIn } from "#platform/policy.ts"
import { removeCaptions, setCaptions } from "./captions.ts"
import { listConsented } from "./consented.ts"
import { recordingFigures } from "./figures.ts"
import * as service from "./service.ts"
import { listViewers } from "./viewers.ts"
import * as watching from "./watching.ts"

const os = implement(recordings).$context<Ctx>()
const teaching = os.use(allow(canRecord))
const learning = os.use(allow(hasRole("student", "guardian")))
const personal = os.use(signedIn)

export const recordingsRouter = os.router({
  consented: teaching.consented.handler(({ context, input }) => listConsented(context, input.class_id)),
  tell: teaching.tell.handler(async ({ context, input }) => {
    await service.tellRecording(context, input)
    return {}
  }),
  viewers: teaching.viewers.handler(({ context, input }) => listViewers(context, input.recording_id)),
  start: teaching.start.handler(({ context, input }) => service.startRecording(context, input)),
  finish: teaching.finish.handler(({ context, input }) => service.finishRecording(context, input)),
  retry: teaching.retry.handler(({ context, input }) => service.retryRecording(context, input.recording_id)),
  mine: teaching.mine.handler(({ context, input }) => watching.listOwnRecordings(context, input)),
  toWatch: learning.toWatch.handler(({ context, input }) => watching.listRecordingsToWatch(context, input)),
  get: personal.get.handler(({ context, input }) => watching.getRecording(context, input.recording_id)),
  change: teaching.change.handler(({ context, input }) => service.changeRecording(context, input)),
  delete: teaching.delete.handler(async ({ context, input }) => {
    await service.deleteRecording(context, input.recording_id)
    return {}
  }),
  restore: teaching.restore.handler(({ context, input }) =>
    service.restoreRecording(context, input.recording_id),
  ),
  play: personal.play.handler(({ context, input }) => watching.linkToPlay(context, input.recording_id)),
  download: teaching.download.handler(({ context, input }) =>
    watching.linkToDownload(context, input.recording_id),
  ),
  watched: personal.watched.handler(async ({ context, input }) => {
    await watching.recordWatching(context, input)
    return {}
  }),
  addChapter: teaching.addChapter.handler(({ context, input }) => watching.addChapter(context, input)),
  removeChapter: teaching.removeChapter.handler(async ({ context, input }) => {
    await watching.removeChapter(context, input.recording_id, input.chapter_id)
    return {}
  }),
  setCaptions: teaching.setCaptions.handler(({ context, input }) => setCaptions(context, input)),
  removeCaptions: teaching.removeCaptions.handler(async ({ context, input }) => {
    await removeCaptions(context, input)
    return {}
  }),
  linkCaptions: personal.linkCaptions.handler(({ context, input }) => watching.linkCaptions(context, input)),
  figures: teaching.figures.handler(({ context, input }) => recordingFigures(context, input.days)),
})
