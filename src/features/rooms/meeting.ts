import type { RoomRole } from "./rules.ts"

/** What a student's toolbar has, by Jitsi's own names. */
const LIMITED_TOOLBAR = [
  "microphone",
  "camera",
  "chat",
  "raisehand",
  "tileview",
  "fullscreen",
  "settings",
  "hangup",
] as const

/** What an instructor's toolbar has beside it. */
const EXTENSION = [
  "desktop",
  "participants-pane",
  "mute-everyone",
  "mute-video-everyone",
  "security",
  "select-background",
  "videoquality",
] as const

/** Only where the academy allows it, because Jitsi records everybody, whether they agreed or not. */
const RECORDING = ["recording", "livestreaming"] as const

/** The button of Jitsi's that ends its meeting for everybody. */
export const END_FOR_ALL = "end-meeting"

type Meeting = { role: RoomRole; title: string; mayRecord: boolean }

/** Returns the buttons of Jitsi's toolbar for a role: the limited toolbar for students, the extended one for staff. */
export function toolbarOf({ role, mayRecord }: Pick<Meeting, "role" | "mayRecord">): readonly string[] {
  if (role === "student") return LIMITED_TOOLBAR
  return [...LIMITED_TOOLBAR, ...EXTENSION, ...(mayRecord ? RECORDING : [])]
}

/**
 * Returns the configuration that a meeting is opened with: no page before it, sound and picture on, 720p.
 * Jitsi's server decides by the token what a person may do. This only hides what it would refuse, and what
 * leads out of the class.
 */
export function meetingConfig({ role, title, mayRecord }: Meeting) {
  const records = role === "instructor" && mayRecord
  return {
    subject: title,
    prejoinConfig: { enabled: false },
    // The name before 2023; newer ones ignore it.
    prejoinPageEnabled: false,
    startWithAudioMuted: false,
    startWithVideoMuted: false,
    resolution: 720,
    constraints: { video: { height: { ideal: 720, max: 720, min: 180 } } },
    toolbarButtons: toolbarOf({ role, mayRecord }),
    // It would leave the class live, so it asks for the end of the class instead.
    buttonsWithNotifyClick: [{ key: END_FOR_ALL, preventExecution: true }],
    // On phones the class stays in the browser.
    disableDeepLinking: true,
    disableInviteFunctions: true,
    disableThirdPartyRequests: true,
    enableClosePage: false,
    readOnlyName: true,
    disableProfile: true,
    recordingService: { enabled: records },
    liveStreaming: { enabled: records },
    localRecording: { disable: !records },
    // In Jitsi's own groups students would be without an adult.
    breakoutRooms: { hideAddRoomButton: true, hideAutoAssignButton: true, hideJoinRoomButton: true },
    remoteVideoMenu: {
      disableGrantModerator: true,
      disableKick: role === "student",
      // Students write to everybody or to the instructor.
      disablePrivateChat: role === "student" ? "allow-moderator-chat" : undefined,
    },
  }
}
