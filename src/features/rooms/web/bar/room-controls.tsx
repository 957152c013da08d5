import { RoomEvent } from "livekit-client"
import Ellipsis from "lucide-react/icons/ellipsis"
import Headphones from "lucide-react/icons/headphones"
import LayoutGrid from "lucide-react/icons/layout-grid"
import Maximize from "lucide-react/icons/maximize"
import Minimize from "lucide-react/icons/minimize"
import Presentation from "lucide-react/icons/presentation"
import { cx } from "#ui/cx.ts"
import { CountMark } from "../panels/count-mark.tsx"
import type { PanelTab } from "../panels/panel-tab.ts"
import { countPeople, participantsOf } from "../people.ts"
import type { StageLayout } from "../stage/stage-layout.ts"
import { panelText } from "../texts/panels.texts.ts"
import { roomText as text } from "../texts/room.texts.ts"
import { useStay } from "../use-board.ts"
import { useOfRoom } from "../use-followed.ts"
import { BarMenu, MenuItem } from "./bar-menu.tsx"
import { AlertMark, type Control, ControlButton, controlClass } from "./control-button.tsx"
import { LeaveControl } from "./leave-control.tsx"
import {
  type PagePanels,
  useDeviceControl,
  useHandPlace,
  usePanelControls,
  useRoleControl,
  useScreenControl,
} from "./use-controls.ts"

export type RoomControlsProps = {
  onLeave: () => void
  onEnd?: (() => void) | undefined
  ending: boolean
  /** On a phone: out of sight, until it is wanted. */
  away: boolean
  /** The open panel, if any, and the way to open or close one. */
  panel: PanelTab | null
  onPanel: (tab: PanelTab) => void
  pages: PagePanels
  layout: StageLayout
  onLayout: (layout: StageLayout) => void
  fullScreen: { active: unknown; toggle: () => void }
}

/**
 * The bar below the stage, on a phone on its side beside it. Controls that a person may not use are missing, or say
 * why they are disabled. What a small room has no space for is in the menu 'More'.
 */
export function RoomControls({
  onLeave,
  onEnd,
  ending,
  away,
  panel,
  onPanel,
  pages,
  ...rest
}: RoomControlsProps) {
  const microphone = useDeviceControl("microphone")
  const camera = useDeviceControl("camera")
  const ofRole = useRoleControl()
  const screen = useScreenControl()
  const { chat, people, ...others } = usePanelControls(panel, onPanel, pages)
  const beside = [
    screen,
    others.slides,
    others.polls,
    others.files,
    others.recording,
    others.register,
    people,
  ].filter((one) => one !== null)
  const place = useHandPlace()
  return (
    <fieldset
      aria-label={text.controls}
      data-away={away || undefined}
      className="room-bar flex shrink-0 items-center gap-0.5 border-t few:justify-center border-line bg-background px-1.5 pt-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))] many:gap-1 many:px-3 short:col-start-2 short:row-span-3 short:row-start-1 short:w-18 short:flex-col short:border-t-0 short:border-l short:py-1 short:pr-[env(safe-area-inset-right)]"
    >
      <ControlButton {...microphone} />
      <ControlButton {...camera} />
      <span
        aria-hidden
        className="mx-1 h-8 w-px shrink-0 bg-line few:hidden many:mx-auto many:bg-transparent"
      />
      <ControlButton {...ofRole} />
      {beside.map((one) => (
        <ControlButton key={one.control} {...one} className="few:hidden" />
      ))}
      {chat ? <ControlButton {...chat} /> : null}
      <span aria-hidden className="shrink-0 few:hidden many:mx-auto" />
      <MoreControl beside={beside} onPanel={onPanel} {...rest} />
      <LeaveControl onLeave={onLeave} onEnd={onEnd} ending={ending} />
      <span role="status" className="sr-only">
        {place > 0 ? panelText.handIs(place) : null}
      </span>
    </fieldset>
  )
}

const MENU = "more-menu"
const COMINGS = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ConnectionStateChanged,
]

type MoreProps = Pick<RoomControlsProps, "onPanel" | "layout" | "onLayout" | "fullScreen"> & {
  /** The controls that a small room shows only here. */
  beside: readonly Control[]
}

function MoreControl({ beside, onPanel, layout, onLayout, fullScreen }: MoreProps) {
  const { role } = useStay()
  const people = useOfRoom(COMINGS, (room) => countPeople(participantsOf(room)))
  const other: StageLayout = layout === "focus" ? "grid" : "focus"
  const alert = beside.find((one) => one.alert)?.alert
  const count = beside.reduce((sum, one) => sum + (one.count ?? 0), 0)
  return (
    <>
      <button
        type="button"
        data-control="more"
        popoverTarget={MENU}
        className={cx(controlClass, "text-ink hover:bg-ink/12")}
      >
        <Ellipsis size={21} aria-hidden />
        <span className="max-w-full truncate text-[0.6875rem] leading-none font-medium">{text.more}</span>
        <span className="contents many:hidden">
          <CountMark count={count} />
          {alert ? <AlertMark /> : null}
          {alert ? <span className="sr-only">. {alert}</span> : null}
        </span>
      </button>
      <BarMenu id={MENU} label={text.more}>
        {beside.map(({ control, icon, name, sign, phase, pressed, disabled, alert, count, onClick }) => (
          <MenuItem
            key={control}
            menu={MENU}
            item={control}
            {...{ icon, pressed: pressed ?? false, disabled: disabled ?? false, alert: alert ?? null }}
            label={name}
            sign={phase === "idle" ? null : sign}
            count={count ?? 0}
            onClick={onClick}
            className="many:hidden"
          />
        ))}
        <MenuItem
          menu={MENU}
          item="sound"
          icon={Headphones}
          label={panelText.tabs.sound}
          onClick={() => onPanel("sound")}
        />
        {role === "student" && people > 2 ? (
          <MenuItem
            menu={MENU}
            item="layout"
            icon={other === "grid" ? LayoutGrid : Presentation}
            label={text.layout[other]}
            onClick={() => onLayout(other)}
          />
        ) : null}
        <MenuItem
          menu={MENU}
          item="full-screen"
          icon={fullScreen.active ? Minimize : Maximize}
          label={fullScreen.active ? text.leaveFullScreen : text.fullScreen}
          onClick={fullScreen.toggle}
        />
      </BarMenu>
    </>
  )
}
