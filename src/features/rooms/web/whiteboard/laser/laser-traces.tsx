import { useSyncExternalStore } from "react"
import { FLASH_MS, type WhiteboardLaser } from "./whiteboard-laser.ts"

const RED = "#e5131d"

/** The traces that laser pointers leave on a page. Each fades. */
export function LaserTraces({ laser, page }: { laser: WhiteboardLaser; page: number }) {
  const flashes = useSyncExternalStore(laser.subscribe, laser.getFlashes)
  const here = flashes.filter((flash) => flash.page === page)
  return (
    <g
      data-laser={here.length}
      fill="none"
      stroke={RED}
      strokeWidth={9}
      strokeLinecap="round"
      strokeLinejoin="round"
      pointerEvents="none"
    >
      {here.map(({ id, points }) => (
        <polyline key={id} points={points.concat(points.length === 2 ? points : []).join(" ")} ref={fade} />
      ))}
    </g>
  )
}

function fade(element: SVGPolylineElement | null): void {
  element?.animate([{ opacity: 0.9 }, { opacity: 0 }], {
    duration: FLASH_MS,
    easing: "ease-in",
    fill: "forwards",
  })
}
