import Headphones from "lucide-react/icons/headphones"
import { useState, useSyncExternalStore } from "react"
import { Button } from "#ui/components/button.tsx"
import { SavingSwitch } from "../media/saving-switch.tsx"
import { useDeviceChoice } from "../media/use-device-choice.ts"
import type { StageLayout } from "../stage/stage-layout.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { roomText } from "../texts/room.texts.ts"
import { useStay } from "../use-board.ts"

type SoundPanelProps = { layout: StageLayout; onLayout: (layout: StageLayout) => void }

/** The devices in use, what to do if sound is gone, and the layout of pictures. */
export function SoundPanel({ layout, onLayout }: SoundPanelProps) {
  const { media, role } = useStay()
  const { busy } = useSyncExternalStore(media.subscribe, media.getState)
  const [fixed, setFixed] = useState(false)
  async function fix() {
    setFixed(false)
    await media.fixAudio()
    setFixed(true)
  }
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-4 pb-4">
      <section className="grid gap-2">
        <p className="text-sm text-ink-muted">{text.fixAudioText}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" busy={busy} busyLabel={text.fixing} onClick={() => void fix()}>
            <Headphones size={16} aria-hidden />
            {text.fixAudio}
          </Button>
          <span role="status" className="text-[0.8125rem] text-success">
            {fixed && !busy ? text.fixed : null}
          </span>
        </div>
      </section>
      <SavingSwitch />
      <DeviceChoice kind="audioinput" label={text.microphone} />
      <DeviceChoice kind="videoinput" label={text.camera} />
      <DeviceChoice kind="audiooutput" label={text.speaker} />
      {role === "student" ? (
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-sm font-semibold">{text.layout}</legend>
          {(["focus", "grid"] as const).map((one) => (
            <label key={one} className="flex min-h-10 items-center gap-2.5 text-[0.9375rem]">
              <input
                type="radio"
                name="layout"
                checked={layout === one}
                onChange={() => onLayout(one)}
                className="size-4.5"
              />
              {roomText.layout[one]}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

function DeviceChoice({ kind, label }: { kind: MediaDeviceKind; label: string }) {
  const { devices, active, choose } = useDeviceChoice(kind)
  // Without permission browsers name no device, and some let pages choose no speaker.
  const named = devices.filter((device) => device.deviceId && device.label)
  if (named.length === 0) return null
  const chosen = named.some((device) => device.deviceId === active) ? active : ""
  return (
    <label className="grid gap-1.5 text-sm font-semibold">
      {label}
      <select
        value={chosen}
        onChange={(event) => void choose(event.target.value || "default")}
        className="h-11 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 font-normal"
      >
        <option value="">{text.standardDevice}</option>
        {named.map((device) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label}
          </option>
        ))}
      </select>
    </label>
  )
}
