import { implement } from "@orpc/server"
import { rooms } from "#contract/rooms/rooms.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { signedIn } from "#platform/policy.ts"
import * as board from "./board/board.ts"
import * as chat from "./board/chat.ts"
import * as files from "./board/files.ts"
import * as hands from "./board/hands.ts"
import * as polls from "./board/polls.ts"
import { openCheckRoom } from "./check.ts"
import { reportPresence } from "./meetings/report.ts"
import * as moderation from "./moderation.ts"
import * as service from "./service.ts"
import * as decks from "./slides/decks.ts"
import { drawOnSlide } from "./slides/draw-on-slide.ts"
import * as show from "./slides/show.ts"
import { drawFormulas } from "./whiteboard/formulas.ts"
import * as pictures from "./whiteboard/pictures.ts"
import * as whiteboard from "./whiteboard/whiteboard.ts"
import { drawWhiteboardPage } from "./whiteboard/whiteboard-files.ts"

const os = implement(rooms).$context<Ctx>()
const personal = os.use(signedIn)
/** What a room of our own can do, and a meeting on Jitsi can't: nobody could be told or held there. */
const inOwnRoom = personal.use(({ context, next }) => {
  if (context.video.meetings) refuse("NOT_ON_JITSI")
  return next()
})

export const roomsRouter = os.router({
  join: personal.join.handler(({ context, input }) => service.joinRoom(context, input)),
  report: personal.report.handler(({ context, input }) => reportPresence(context, input)),
  check: inOwnRoom.check.handler(({ context }) => openCheckRoom(context)),
  state: personal.state.handler(({ context, input }) => service.getRoomState(context, input.class_id)),
  board: personal.board.handler(({ context, input }) => board.getBoard(context, input)),
  setPolicy: inOwnRoom.setPolicy.handler(({ context, input }) => moderation.setPolicy(context, input)),
  setAllowance: inOwnRoom.setAllowance.handler(({ context, input }) =>
    moderation.setAllowance(context, input),
  ),
  mute: inOwnRoom.mute.handler(({ context, input }) => moderation.muteStudents(context, input)),
  remove: inOwnRoom.remove.handler(({ context, input }) => moderation.removeStudent(context, input)),
  readmit: inOwnRoom.readmit.handler(({ context, input }) => moderation.readmitStudent(context, input)),
  setHand: inOwnRoom.setHand.handler(({ context, input }) => hands.setHand(context, input)),
  lowerHands: inOwnRoom.lowerHands.handler(({ context, input }) => hands.lowerHands(context, input)),
  sendMessage: inOwnRoom.sendMessage.handler(({ context, input }) => chat.sendMessage(context, input)),
  listMessages: personal.listMessages.handler(({ context, input }) => chat.listMessages(context, input)),
  deleteMessage: personal.deleteMessage.handler(({ context, input }) => chat.deleteMessage(context, input)),
  restoreMessage: personal.restoreMessage.handler(({ context, input }) =>
    chat.restoreMessage(context, input),
  ),
  createPoll: inOwnRoom.createPoll.handler(({ context, input }) => polls.createPoll(context, input)),
  changePoll: inOwnRoom.changePoll.handler(({ context, input }) => polls.changePoll(context, input)),
  vote: inOwnRoom.vote.handler(({ context, input }) => polls.vote(context, input)),
  shareFile: inOwnRoom.shareFile.handler(({ context, input }) => files.shareFile(context, input)),
  linkFile: personal.linkFile.handler(({ context, input }) => files.linkFile(context, input)),
  whiteboard: personal.whiteboard.handler(({ context, input }) => whiteboard.getWhiteboard(context, input)),
  whiteboardPage: personal.whiteboardPage.handler(({ context, input }) => drawWhiteboardPage(context, input)),
  addPicture: inOwnRoom.addPicture.handler(({ context, input }) => pictures.addPicture(context, input)),
  linkPicture: personal.linkPicture.handler(({ context, input }) => pictures.linkPicture(context, input)),
  formulas: personal.formulas.handler(({ context, input }) => drawFormulas(context, input.formulas)),
  draw: inOwnRoom.draw.handler(({ context, input }) => whiteboard.draw(context, input)),
  deleteFile: personal.deleteFile.handler(({ context, input }) => files.deleteFile(context, input)),
  restoreFile: personal.restoreFile.handler(({ context, input }) => files.restoreFile(context, input)),
  slides: personal.slides.handler(({ context, input }) => decks.listSlides(context, input.class_id)),
  addSlides: personal.addSlides.handler(({ context, input }) => decks.addSlides(context, input)),
  deleteSlides: personal.deleteSlides.handler(({ context, input }) => decks.deleteSlides(context, input)),
  restoreSlides: personal.restoreSlides.handler(({ context, input }) => decks.restoreSlides(context, input)),
  showSlides: inOwnRoom.showSlides.handler(({ context, input }) => show.showSlides(context, input)),
  drawOnSlide: inOwnRoom.drawOnSlide.handler(({ context, input }) => drawOnSlide(context, input)),
  slidePages: personal.slidePages.handler(({ context, input }) => show.listSlidePages(context, input)),
  noteSlide: personal.noteSlide.handler(({ context, input }) => show.noteSlide(context, input)),
  linkSlide: personal.linkSlide.handler(({ context, input }) => show.linkSlide(context, input)),
})
