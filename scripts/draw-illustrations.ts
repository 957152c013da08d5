import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { slugOf } from "../src/features/programs/rules.ts"
import { drawArticle } from "./illustrations/articles.ts"
import { drawHero } from "./illustrations/hero.ts"
import { drawFavicon, drawLogo } from "./illustrations/marks.ts"
import { OFFERING_SCENES } from "./illustrations/offerings.ts"
import { PALETTES, type Palette } from "./illustrations/palette.ts"
import { PROGRAM_SCENES } from "./illustrations/programs.ts"
import { drawScene } from "./illustrations/scene.ts"
import { seeded } from "./illustrations/shapes.ts"
import { SHOP_SCENES } from "./illustrations/shop.ts"
import { drawAvatars, drawSpots } from "./illustrations/spots.ts"
import { drawTeacher } from "./illustrations/teachers.ts"

/** Draws every picture under content/public/images. The same source always gives the same bytes. */

const content = new URL("../content/", import.meta.url)

function save(path: string, picture: string): void {
  const file = new URL(`public/images/${path}`, content).pathname
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, picture)
}

function paletteFor(name: string): Palette {
  const palette = PALETTES[name]
  if (!palette) throw new Error(`No palette for ${name}`)
  return palette
}

type Program = { slug: string; service: string; instructor: string }
const programs: Program[] = JSON.parse(readFileSync(new URL("programs.json", content), "utf8"))

for (const { slug, service, instructor } of programs) {
  const scene = PROGRAM_SCENES[slug]
  if (!scene) throw new Error(`No picture is described for ${slug}`)
  save(`programs/${slug}.svg`, drawScene(scene, paletteFor(service), seeded(slug)))
  save(`teachers/${slugOf(instructor)}.svg`, drawTeacher(instructor))
}

for (const [file, { service, scene }] of Object.entries(OFFERING_SCENES)) {
  save(`services/${file}.svg`, drawScene(scene, paletteFor(service), seeded(file)))
}
for (const [file, { service, scene }] of Object.entries(SHOP_SCENES)) {
  save(`shop/${file}.svg`, drawScene(scene, paletteFor(service), seeded(file)))
}
for (const file of readdirSync(new URL("blog/", content))) {
  if (!file.endsWith(".md")) continue
  const text = readFileSync(new URL(`blog/${file}`, content), "utf8")
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(text)?.[1] ?? ""
  const slug = file.slice(0, -3)
  save(`blog/${slug}.svg`, drawArticle(slug, field("category"), field("illustration")))
}
save("hero.svg", drawHero())
save("logo.svg", drawLogo())
save("favicon.svg", drawFavicon())
for (const [name, picture] of drawSpots()) save(`empty/${name}.svg`, picture)
for (const [name, picture] of drawAvatars()) save(`avatars/${name}.svg`, picture)
