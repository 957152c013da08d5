import { useEffect, useState } from "react"
import { useRevalidator } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pushTexts } from "./push.texts.ts"
import { type DeviceState, readDevice, switchOff, switchOn } from "./this-device.ts"

interface Props {
  /** The academy's public key for push services, in base64url. */
  pushKey: string
  /** The devices of the person that messages go to. */
  endpoints: readonly string[]
}

/** Switches push messages on and off for this browser, or says what to do where that is impossible. */
export function PushDevice({ pushKey, endpoints }: Props) {
  const text = useTexts(pushTexts)
  const [state, setState] = useState<DeviceState | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let shown = true
    readDevice(endpoints).then(
      (read) => shown && setState(read),
      () => shown && setState("unsupported"),
    )
    return () => {
      shown = false
    }
  }, [endpoints])

  async function run(work: () => Promise<DeviceState>) {
    setBusy(true)
    setFailed(false)
    try {
      setState(await work())
      await revalidate()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  const can = state === null || state === "on" || state === "off"
  return (
    <Card title={text.title} description={text.description}>
      <div className="grid justify-items-start gap-4" aria-live="polite">
        {state ? <p className="text-[0.9375rem]">{text.states[state](endpoints.length)}</p> : null}
        {failed ? <p className="text-[0.9375rem] text-danger">{text.failed}</p> : null}
        {can ? (
          <Button
            variant="secondary"
            disabled={state === null}
            busy={busy}
            busyLabel={text.busy}
            onClick={() => void run(state === "on" ? switchOff : () => switchOn(pushKey))}
          >
            {state === "on" ? text.off : text.on}
          </Button>
        ) : null}
        <noscript>
          <p className="text-[0.9375rem]">{text.noScript}</p>
        </noscript>
      </div>
    </Card>
  )
}
