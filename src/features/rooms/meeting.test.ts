import { expect, test } from "vitest"
import { meetingConfig, toolbarOf } from "./meeting.ts"

const student = { role: "student", title: "Fractions", mayRecord: false } as const
const instructor = { ...student, role: "instructor" } as const

test("ROOM-06 students get the limited toolbar, and instructors the extended one", () => {
  const limited = [
    "microphone",
    "camera",
    "chat",
    "raisehand",
    "tileview",
    "fullscreen",
    "settings",
    "hangup",
  ]
  expect(toolbarOf(student)).toEqual(limited)
  // What the specification names, and what staff need to teach.
  const extended = toolbarOf({ ...instructor, mayRecord: true })
  for (const button of ["recording", "livestreaming", "mute-everyone", "security", "desktop"])
    expect(extended).toContain(button)
  expect(extended.slice(0, limited.length)).toEqual(limited)
  expect(new Set(extended).size).toBe(extended.length)
})

test("ROOM-06 REC-07 nobody can record with Jitsi unless the academy allows it, and students never", () => {
  const off = { recordingService: { enabled: false }, liveStreaming: { enabled: false } }
  for (const meeting of [student, instructor, { ...student, mayRecord: true }]) {
    expect(toolbarOf(meeting)).not.toContain("recording")
    expect(toolbarOf(meeting)).not.toContain("livestreaming")
    expect(meetingConfig(meeting)).toMatchObject({ ...off, localRecording: { disable: true } })
  }
  const on = { recordingService: { enabled: true }, localRecording: { disable: false } }
  expect(meetingConfig({ ...instructor, mayRecord: true })).toMatchObject(on)
})

test("ROOM-06 ROOM-01 a meeting opens without a page before it, with sound and picture on, in 720p", () => {
  expect(meetingConfig(student)).toMatchObject({
    prejoinConfig: { enabled: false },
    startWithAudioMuted: false,
    startWithVideoMuted: false,
    resolution: 720,
    constraints: { video: { height: { ideal: 720, max: 720 } } },
    subject: "Fractions",
  })
  expect(meetingConfig(student).remoteVideoMenu).toMatchObject({
    disableKick: true,
    disableGrantModerator: true,
  })
})

test("ROOM-06 ROOM-03 nobody makes groups of Jitsi's own, in which students would be without an adult", () => {
  for (const meeting of [student, instructor])
    expect(meetingConfig(meeting).breakoutRooms).toEqual({
      ...{ hideAddRoomButton: true, hideAutoAssignButton: true, hideJoinRoomButton: true },
    })
})

test("ROOM-06 Jitsi's button that ends the meeting for everybody only says that it was pressed", () => {
  expect(meetingConfig(instructor).buttonsWithNotifyClick).toEqual([
    { key: "end-meeting", preventExecution: true },
  ])
})
