import ChevronDown from "lucide-react/icons/chevron-down"
import CircleStop from "lucide-react/icons/circle-stop"
import LogOut from "lucide-react/icons/log-out"
import { roomText as text } from "../texts/room.texts.ts"
import { BarMenu, MenuItem } from "./bar-menu.tsx"

const MENU = "leave-menu"

const look =
  "grid h-14 min-w-0 flex-1 content-center justify-items-center gap-1 rounded-md bg-danger px-1 text-danger-ink transition-colors hover:not-disabled:bg-danger-hover disabled:opacity-55 max-w-20 many:flex many:h-11 many:max-w-none many:flex-none many:items-center many:gap-2 many:px-5 short:h-auto short:max-h-14 short:w-full short:max-w-none"
const word =
  "flex max-w-full items-center gap-0.5 truncate text-[0.6875rem] leading-none font-medium many:text-[0.9375rem] many:font-semibold"

type LeaveControlProps = {
  onLeave: () => void
  /** For who runs the class: asks whether to end it for everyone. */
  onEnd?: (() => void) | undefined
  ending: boolean
}

/** The one way out: for who runs the class a choice between leaving and ending it. */
export function LeaveControl({ onLeave, onEnd, ending }: LeaveControlProps) {
  const label = ending ? text.ending : text.leave
  const icon = <LogOut size={19} aria-hidden className="shrink-0" />
  if (!onEnd) {
    return (
      <button type="button" data-control="leave" aria-label={label} onClick={onLeave} className={look}>
        {icon}
        <span className={word}>{label}</span>
      </button>
    )
  }
  return (
    <>
      <button type="button" data-control="leave" disabled={ending} popoverTarget={MENU} className={look}>
        {icon}
        <span className={word}>
          {label}
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        </span>
      </button>
      <BarMenu id={MENU} label={text.leave}>
        <MenuItem
          menu={MENU}
          item="leave"
          icon={LogOut}
          label={text.leave}
          hint={text.leaveHint}
          onClick={onLeave}
        />
        <MenuItem
          menu={MENU}
          item="end"
          icon={CircleStop}
          label={text.end}
          hint={text.endHint}
          danger
          onClick={onEnd}
        />
      </BarMenu>
    </>
  )
}
