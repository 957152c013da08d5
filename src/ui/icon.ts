import { createElement, type SVGProps } from "react"

/** The parts of an icon: elements of SVG with their attributes. */
export type Drawing = readonly (readonly [tag: string, attributes: Record<string, string>])[]

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/** Makes the component of an icon of 24 by 24, as lucide's own looks. Built pages have it in its place. */
export function drawIcon(drawing: Drawing) {
  const parts = drawing.map(([tag, attributes], key) => createElement(tag, { ...attributes, key }))
  return ({ size = 24, ...props }: IconProps) =>
    createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": !props["aria-label"] || undefined,
        ...props,
      },
      parts,
    )
}
