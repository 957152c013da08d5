import { implement } from "@orpc/server"
import { rooms } from "#contract/rooms/rooms.ts"
import type { Ctx } from "#platform/context.ts"
import { signedIn } from "#platform/policy.ts"
import * as board from "./board/board.ts"
import * as chat from "./board/chat.ts"
import * as files from "./board/files.ts"
import * as hands from "./board/hands.ts"
import * as polls from "./board/polls.ts"
import { openCheckRoom } from "./check.ts"
import * as moderation from "./moderation.ts"
import * as service from "./service.ts"
import * as whiteboard from "./whiteboard/whiteboard.ts"

const os = implement(rooms).$context<Ctx>()
const personal = os.use(signedIn)

export const roomsRouter = os.router({
  join: personal.join.handler(({ context, input }) => service.joinRoom(context, input)),
  check: personal.check.handler(({ context }) => openCheckRoom(context)),
  state: personal.state.handler(({ context, input }) => service.getRoomState(context, input.class_id)),
  board: personal.board.handler(({ context, input }) => board.getBoard(context, input)),
  setPolicy: personal.setPolicy.handler(({ context, input }) => moderation.setPolicy(context, input)),
  setAllowance: personal.setAllowance.handler(({ context, input }) =>
    moderation.setAllowance(context, input),
  ),
  mute: personal.mute.handler(({ context, input }) => moderation.muteStudents(context, input)),
  remove: personal.remove.handler(({ context, input }) => moderation.removeStudent(context, input)),
  readmit: personal.readmit.handler(({ context, input }) => moderation.readmitStudent(context, input)),
  setHand: personal.setHand.handler(({ context, input }) => hands.setHand(context, input)),
  lowerHands: personal.lowerHands.handler(({ context, input }) => hands.lowerHands(context, input)),
  sendMessage: personal.sendMessage.handler(({ context, input }) => chat.sendMessage(context, input)),
  listMessages: personal.listMessages.handler(({ context, input }) => chat.listMessages(context, input)),
  deleteMessage: personal.deleteMessage.handler(({ context, input }) => chat.deleteMessage(context, input)),
  restoreMessage: personal.restoreMessage.handler(({ context, input }) =>
    chat.restoreMessage(context, input),
  ),
  createPoll: personal.createPoll.handler(({ context, input }) => polls.createPoll(context, input)),
  changePoll: personal.changePoll.handler(({ context, input }) => polls.changePoll(context, input)),
  vote: personal.vote.handler(({ context, input }) => polls.vote(context, input)),
  shareFile: personal.shareFile.handler(({ context, input }) => files.shareFile(context, input)),
  linkFile: personal.linkFile.handler(({ context, input }) => files.linkFile(context, input)),
  whiteboard: personal.whiteboard.handler(({ context, input }) => whiteboard.getWhiteboard(context, input)),
  draw: personal.draw.handler(({ context, input }) => whiteboard.draw(context, input)),
  deleteFile: personal.deleteFile.handler(({ context, input }) => files.deleteFile(context, input)),
  restoreFile: personal.restoreFile.handler(({ context, input }) => files.restoreFile(context, input)),
})
