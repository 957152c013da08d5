/**
 * What a Jitsi sends to browsers, as plain scripts: the one that embeds a meeting, and the meeting's page. They
 * speak the protocol of Jitsi's IFrame API: a scoped channel over postMessage that begins with a handshake, events
 * and commands under Jitsi's own names, and the configuration in the fragment of the meeting's address.
 */

/** Both sides of the channel. Nothing is sent before the other side answered the handshake. */
const CHANNEL = `
function openChannel(scope, target, origin, onData) {
  const mine = String(Date.now() + Math.random())
  let ready = false
  let waiting = []
  const post = (method, params) => target.postMessage(JSON.stringify({ postis: true, scope, method, params }), "*")
  const hear = (event) => {
    if (origin && event.origin !== origin) return
    let told
    try { told = JSON.parse(event.data) } catch { return }
    if (!told.postis || told.scope !== scope) return
    if (told.method === "message") onData(told.params)
    if (told.method !== "__ready__") return
    if (told.params !== mine) return post("__ready__", told.params)
    ready = true
    clearInterval(knocking)
    for (const params of waiting.splice(0)) post("message", params)
  }
  window.addEventListener("message", hear)
  const knocking = setInterval(() => post("__ready__", mine), 50)
  return {
    send: (params) => (ready ? post("message", params) : waiting.push(params)),
    close() {
      clearInterval(knocking)
      window.removeEventListener("message", hear)
    },
  }
}`

/** external_api.js */
export const EXTERNAL_API = `(() => {
${CHANNEL}
const EVENTS = {
  "browser-support": "browserSupport",
  "video-conference-joined": "videoConferenceJoined",
  "video-conference-left": "videoConferenceLeft",
  "participant-joined": "participantJoined",
  "participant-left": "participantLeft",
  "participant-kicked-out": "participantKickedOut",
  "participant-role-changed": "participantRoleChanged",
  "error-occurred": "errorOccurred",
  "video-ready-to-close": "readyToClose",
  "toolbar-button-clicked": "toolbarButtonClicked",
}
const COMMANDS = { hangup: "video-hangup", endConference: "end-conference", toggleAudio: "toggle-audio" }
let next = 0

window.JitsiMeetExternalAPI = class JitsiMeetExternalAPI {
  constructor(domain, options) {
    const id = next++
    const { roomName, parentNode = document.body, width = "100%", height = "100%", jwt, lang } = options
    const fragment = ["jitsi_meet_external_api_id=" + id]
    if (jwt) fragment.push("jwt=" + JSON.stringify(jwt))
    const overwrites = { config: options.configOverwrite ?? {} }
    overwrites.interfaceConfig = options.interfaceConfigOverwrite ?? {}
    overwrites.userInfo = options.userInfo ?? {}
    for (const [name, values] of Object.entries(overwrites))
      for (const [key, value] of Object.entries(values))
        fragment.push(name + "." + key + "=" + encodeURIComponent(JSON.stringify(value)))
    const search = new URLSearchParams({ ...(jwt ? { jwt } : {}), ...(lang ? { lang } : {}) })
    this.people = 0
    this.listeners = new Map()
    this.frame = document.createElement("iframe")
    this.frame.allow = "autoplay; camera; clipboard-write; display-capture; hid; microphone; screen-wake-lock; speaker-selection"
    this.frame.name = this.frame.id = "jitsiConferenceFrame" + id
    this.frame.allowFullscreen = true
    this.frame.src = "https://" + domain + "/" + roomName + "?" + search + "#" + fragment.join("&")
    Object.assign(this.frame.style, { width, height, border: "0" })
    parentNode.appendChild(this.frame)
    const scope = "jitsi_meet_external_api_" + id
    this.channel = openChannel(scope, this.frame.contentWindow, "https://" + domain, (told) => this.hear(told))
  }
  hear({ type, data }) {
    if (type !== "event") return
    const { name, ...rest } = data
    if (name === "video-conference-joined" || name === "participant-joined") this.people += 1
    if (name === "video-conference-left" || name === "participant-left") this.people -= 1
    for (const listener of this.listeners.get(EVENTS[name]) ?? []) listener(rest)
  }
  addListener(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
    return this
  }
  getNumberOfParticipants() {
    return this.people
  }
  executeCommand(name, ...data) {
    this.channel.send({ type: "event", data: { name: COMMANDS[name], data } })
  }
  getIFrame() {
    return this.frame
  }
  dispose() {
    this.channel.close()
    this.listeners.clear()
    this.frame.remove()
  }
}
})()`

const MEETING_SCRIPT = `
${CHANNEL}
const read = {}
for (const pair of location.hash.slice(1).split("&")) {
  const [key, value = ""] = pair.split("=")
  try { read[key] = JSON.parse(decodeURIComponent(value)) } catch { read[key] = undefined }
}
const room = location.pathname.slice(1)
const scope = "jitsi_meet_external_api_" + read.jitsi_meet_external_api_id
const channel = openChannel(scope, window.parent, null, ({ type, data }) => {
  if (type === "event" && data.name === "video-hangup") hangUp()
})
const tell = (name, more) => channel.send({ type: "event", data: { name, ...more } })
const shown = document.getElementById("people")
const people = new Map()
const draw = () => { shown.textContent = [...people.values()].join(", ") }
let line
let mine

function hangUp() {
  line?.close()
  // Everybody else is told to have left, twice.
  for (let times = 0; times < 2; times += 1)
    for (const id of people.keys()) if (id !== mine) tell("participant-left", { id })
  tell("video-conference-left", { roomName: room })
  tell("video-ready-to-close", {})
}

for (const name of read["config.toolbarButtons"] ?? []) {
  const button = document.createElement("button")
  button.textContent = button.dataset.button = name
  if (name === "hangup") button.onclick = hangUp
  document.getElementById("toolbar").append(button)
}

async function enter() {
  tell("browser-support", { supported: true })
  const jwt = new URLSearchParams(location.search).get("jwt")
  const config = Object.fromEntries(Object.entries(read).filter(([key]) => key.startsWith("config.")))
  const answer = await fetch("/_join", { method: "POST", body: JSON.stringify({ room, jwt, config }) })
  const me = await answer.json()
  if (!answer.ok) {
    document.body.dataset.refused = me.error.name
    return tell("error-occurred", { error: me.error })
  }
  mine = me.id
  if (me.moderator) {
    // Jitsi's "End meeting for all", which this page can only tell of.
    const end = document.createElement("button")
    end.textContent = "End meeting for all"
    end.onclick = () => {
      const asked = (read["config.buttonsWithNotifyClick"] ?? []).find(({ key }) => key === "end-meeting")
      if (asked) tell("toolbar-button-clicked", asked)
    }
    document.querySelector("main").append(end)
  }
  Object.assign(document.body.dataset, { me: me.name, moderator: String(me.moderator) })
  line = new EventSource("/_people?id=" + me.id)
  line.onmessage = ({ data }) => {
    const { joined, left, inside } = JSON.parse(data)
    if (inside) {
      // Those who are there already are told first, as their presence comes before one's own.
      for (const one of inside) people.set(one.id, one.name)
      for (const { id, name } of inside) tell("participant-joined", { id, displayName: name, formattedDisplayName: name })
      people.set(me.id, me.name)
      const named = { displayName: me.name, formattedDisplayName: me.name + " (me)" }
      tell("video-conference-joined", { roomName: room, id: me.id, ...named, breakoutRoom: false, visitor: false })
      tell("participant-role-changed", { id: me.id, role: me.moderator ? "moderator" : "participant" })
    }
    if (joined) {
      people.set(joined.id, joined.name)
      tell("participant-joined", { id: joined.id, displayName: joined.name, formattedDisplayName: joined.name })
    }
    if (left) {
      people.delete(left.id)
      tell("participant-left", { id: left.id })
    }
    draw()
  }
  const devices = await navigator.mediaDevices.getUserMedia({ audio: true, video: true })
  document.body.dataset.devices = devices.getTracks().map(({ kind }) => kind).sort().join(" ")
  document.querySelector("video").srcObject = devices
}
enter()
`

/** The page of a meeting. */
export const MEETING = `<!doctype html><meta charset="utf-8"><title>Meeting</title>
<style>
  body { margin: 0; height: 100vh; display: grid; grid-template-rows: 1fr auto; background: #202a35; color: #fff; font: 15px sans-serif }
  main { display: grid; place-items: center; overflow: hidden; position: relative }
  video { width: 100%; height: 100%; object-fit: contain }
  #people { position: absolute; left: 16px; bottom: 12px }
  main > button { position: absolute; right: 16px; bottom: 12px }
  #toolbar { display: flex; flex-wrap: wrap; justify-content: center; gap: 6px; padding: 10px }
  button { padding: 8px; border: 0; border-radius: 4px; background: #3d4b5a; color: #fff }
</style>
<main><video autoplay muted playsinline></video><div id="people"></div></main>
<div id="toolbar"></div>
<script>${MEETING_SCRIPT}</script>`
