import { meetingConfig } from "#features/rooms/meeting.ts"
import { loadScript } from "#ui/load-script.ts"
import type { JoinAnswer } from "../entry/room-phase.ts"
import type { Meeting } from "./meeting-stay.ts"

type Options = {
  roomName: string
  parentNode: HTMLElement
  width: string
  height: string
  lang: string
  jwt?: string
  userInfo?: { displayName: string }
  configOverwrite: ReturnType<typeof meetingConfig>
  interfaceConfigOverwrite: { MOBILE_APP_PROMO: boolean }
}

type MeetingClass = new (domain: string, options: Options) => Meeting

async function loadJitsi(scriptUrl: string): Promise<MeetingClass> {
  const site = window as { JitsiMeetExternalAPI?: MeetingClass }
  if (!site.JitsiMeetExternalAPI) await loadScript(scriptUrl)
  if (!site.JitsiMeetExternalAPI) throw new Error(`${scriptUrl} brought no meeting`)
  return site.JitsiMeetExternalAPI
}

type Place = { parent: HTMLElement; title: string; name: string; language: string }

/** Shows the meeting that a token is for, by Jitsi's own script. Rejects if that can't be loaded. */
export async function openMeeting(answer: JoinAnswer, place: Place): Promise<Meeting> {
  const { meeting, token, role } = answer
  if (!meeting) throw new Error("the room is no meeting")
  const Jitsi = await loadJitsi(meeting.script_url)
  const opened = new Jitsi(meeting.domain, {
    roomName: meeting.room_name,
    parentNode: place.parent,
    width: "100%",
    height: "100%",
    lang: place.language,
    // The token has the name, too.
    ...(token ? { jwt: token } : { userInfo: { displayName: place.name } }),
    configOverwrite: meetingConfig({ role, title: place.title, mayRecord: meeting.may_record }),
    interfaceConfigOverwrite: { MOBILE_APP_PROMO: false },
  })
  place.parent.querySelector("iframe")?.setAttribute("title", place.title)
  return opened
}
