import { svg } from "./scene.ts"
import { blob, box, circle, line, type Random, ring, seeded, shape } from "./shapes.ts"
import { bust } from "./spots.ts"

const WALLS = ["#c9e0dc", "#d3d6f5", "#cde8da", "#ead6f4", "#f8d5cd", "#fbe1b4", "#cfe0f0", "#efe3cf"]
const CLOTHES = ["#c5473b", "#3b6ea5", "#2f9e6e", "#9b4dca", "#1c2333", "#129186", "#d9822b", "#7a4a8f"]
const SKINS = ["#a9683f", "#c98f63", "#d6a578", "#8d5a3b", "#b97a4f"]
const HAIR = ["#2a2230", "#231d28", "#3a2a24"]
const GREY = "#8c8791"

const cap = (hair: string) => shape("M76 104C72 50 168 50 164 104C160 84 148 76 120 76S80 84 76 104Z", hair)
const fringe = (hair: string) => shape("M76 112C70 50 170 50 164 112C152 84 88 84 76 112Z", hair)

/** Hair behind and before the face, for women and men. */
const STYLES: Record<"woman" | "man", { behind(hair: string): string; front(hair: string): string }[]> = {
  woman: [
    { behind: (hair) => circle(120, 52, 24, hair), front: fringe },
    { behind: (hair) => shape("M68 118C58 40 182 40 172 118L176 176H64Z", hair), front: fringe },
    {
      behind: (hair) => shape("M70 118C60 42 180 42 170 118L168 142H72Z", hair),
      front: (hair) => shape("M76 112C78 56 162 56 164 112C146 98 140 86 134 78C116 98 92 100 76 112Z", hair),
    },
    {
      behind: (hair) => line("M152 84C190 120 176 170 168 214", hair, 20),
      front: fringe,
    },
  ],
  man: [
    { behind: () => "", front: cap },
    {
      behind: () => "",
      front: (hair) =>
        shape(
          "M76 106C60 60 92 42 116 54C134 36 184 54 164 106C160 92 156 86 148 84C128 88 104 84 90 82C82 88 78 96 76 106Z",
          hair,
        ),
    },
    {
      behind: () => "",
      front: (hair) =>
        cap(hair) + shape("M80 122C84 178 156 178 160 122C152 140 138 142 120 140S88 140 80 122Z", hair),
    },
    { behind: () => "", front: (hair) => cap(hair) + line("M104 132Q120 122 136 132", hair, 9) },
  ],
}

const COLLARS = [
  (light: string) => line("M106 188L120 206L134 188", light, 8),
  (light: string) => line("M168 182C146 206 138 222 134 244", light, 19),
  (light: string) => line("M76 198V244M164 198V244", light, 8),
]

/** Teachers drawn as women; all others are drawn as men. */
const WOMEN =
  /^(Sudha|Parul|Padma|Meher|Kavitha|Devika|Sherin|Gurleen|Revathi|Joyeeta|Lakshmi|Wahengbam|Dr Shabnam|Vidushi|Rosalind|Sanjana|Tenzin|Sunaina|Ila|Anaïs|Dr Niharika|Zarine|Trupti|Mary)/
const ELDERS = /^(Dr|Ustad|Vidushi|Gurukkal|Captain|Sensei|Venkata)/

/** A portrait without features, the same for the same name. */
export function drawTeacher(name: string): string {
  const random = seeded(name)
  const look = { clothes: pick(CLOTHES, random), skin: pick(SKINS, random) }
  const hair = ELDERS.test(name) ? GREY : pick(HAIR, random)
  const { behind, front } = pick(STYLES[WOMEN.test(name) ? "woman" : "man"], random)
  const glasses =
    ring(102, 108, 15, "#2a2230", 4) + ring(138, 108, 15, "#2a2230", 4) + line("M117 106H123", "#2a2230", 4)
  return svg(
    240,
    240,
    box(0, 0, 240, 240, pick(WALLS, random)),
    `<g opacity=".5">${blob(128, 118, 96, 94, random, "#fffdf8")}</g>`,
    behind(hair),
    bust(look),
    front(hair),
    pick(COLLARS, random)("#fffdf8"),
    random() < 0.35 ? glasses : "",
  )
}

function pick<T>(list: readonly T[], random: Random): T {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error("there is nothing to choose from")
  return one
}
