import { buffer } from "node:stream/consumers"
import { and, eq, inArray } from "drizzle-orm"
import { LARGEST_BOARD_PICTURE_BYTES, MOST_BOARD_PICTURES } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { type Pictures, picturesIn } from "#features/rooms/whiteboard-svg.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { countTry } from "#platform/limits.ts"
import { drawPicture } from "#platform/pictures/one-picture.ts"
import { type PagePictures, Unreadable } from "#platform/pictures/page-work.ts"
import { pictureSize } from "#platform/pictures/picture-size.ts"
import { FileMissing } from "#platform/storage/port.ts"
import { kindOfFile } from "#shared/files.ts"
import { MOST_PICTURE_PIXELS, type PictureKind, type SlideSize } from "#shared/slides.ts"
import { MINUTE } from "#shared/time.ts"
import { keepUpload } from "../board/keep-upload.ts"
import { requireMember } from "../members.ts"
import { KINDS } from "../slides/decks.ts"
import { type StoredPicture, whiteboardPictures } from "../whiteboard-tables.ts"
import { requireDrawer } from "./drawer.ts"

/** Pictures of one person, also those that were refused: each takes a processor for a moment. */
const MOST_SENT = 20
const WINDOW_MS = 10 * MINUTE
/** Longer than a class, for one picture. */
const LINK_SECONDS = 3_600
/** Large pictures on one page, in bytes: more of them are kept small, which browsers can still open. */
const MOST_LARGE_BYTES = 24 * 2 ** 20
const SIZES = ["small", "large"] as const satisfies SlideSize[]

const keyOfPicture = (pictureId: string, size: SlideSize) => `whiteboard/${pictureId}/${size}.webp`

type OfPicture = { class_id: string; picture_id: string }
type Added = { id: string; width: number; height: number }

const toAdded = ({ id, width, height }: StoredPicture): Added => ({ id, width, height })

/**
 * Draws a picture that somebody who may draw sent for the whiteboard of a live class, and keeps only what it looks
 * like. Repeating an id returns the same picture. Throws NOT_FOUND, CLASS_NOT_LIVE, DRAWING_HELD, TOO_MANY_REQUESTS,
 * SERVICE_UNAVAILABLE while too many wait, STORAGE_FULL, and FIELD_ERRORS for a file that can't be a picture.
 */
export async function addPicture(
  ctx: SignedInCtx,
  { class_id, file, ...sent }: { class_id: string; id: string; file: File },
): Promise<Added> {
  // The database finds a row by its id in capitals as well, the file store does not.
  const id = sent.id.toLowerCase()
  await requireDrawer(ctx, class_id)
  const known = await readPicture(ctx, id)
  if (known) return known.class_id === class_id ? toAdded(known) : notFound()
  const of = ctx.viewer.user_id
  const wait = await countTry(ctx, [{ name: "board-pictures", of, most: MOST_SENT, window: WINDOW_MS }])
  if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
  await keepPicture(ctx, { id, class_id, ...(await drawSent(ctx, await checkPicture(ctx, class_id, file))) })
  const added = await readPicture(ctx, id)
  return added?.class_id === class_id ? toAdded(added) : notFound()
}

/** Keeps a picture in both sizes as one that items of the class may show. Throws STORAGE_FULL. */
export async function keepPicture(
  ctx: SignedInCtx,
  { id, class_id, width, height, ...sizes }: { id: string; class_id: string } & Omit<PagePictures, "text">,
): Promise<void> {
  for (const size of SIZES) {
    const drawn = new File([new Uint8Array(sizes[size])], size)
    await keepUpload(ctx, keyOfPicture(id, size), drawn, "image/webp")
  }
  await ctx.db
    .insert(whiteboardPictures)
    .values({
      ...{ id, class_id, added_by: ctx.viewer.user_id, width, height },
      size_bytes: sizes.small.length + sizes.large.length,
      created_at: ctx.clock.now(),
    })
    .onConflictDoNothing()
}

async function readPicture(ctx: Pick<Ctx, "db">, id: string): Promise<StoredPicture | undefined> {
  const [row] = await ctx.db.select().from(whiteboardPictures).where(eq(whiteboardPictures.id, id))
  return row
}

type Sent = { bytes: Uint8Array; kind: PictureKind }

/** All that is known of a file without decoding it. */
async function checkPicture(ctx: SignedInCtx, classId: string, file: File): Promise<Sent> {
  if (file.size > LARGEST_BOARD_PICTURE_BYTES) refuseFields({ file: "PICTURE_TOO_LARGE" })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = KINDS[kindOfFile(file.name, bytes.subarray(0, 16))?.contentType ?? ""]
  if (!kind || kind === "pdf" || kind === "office") refuseFields({ file: "PICTURE_KIND" })
  const size = pictureSize(bytes, kind)
  if (!size) refuseFields({ file: "PICTURE_KIND" })
  if (size.width * size.height > MOST_PICTURE_PIXELS) refuseFields({ file: "SLIDES_PIXELS" })
  const sent = await ctx.db.$count(whiteboardPictures, eq(whiteboardPictures.class_id, classId))
  if (sent >= MOST_BOARD_PICTURES) refuseFields({ file: "PICTURES_TOO_MANY" })
  return { bytes, kind }
}

async function drawSent(ctx: SignedInCtx, { bytes, kind }: Sent): Promise<PagePictures> {
  try {
    const drawn = await drawPicture(bytes, kind)
    return drawn ?? refuse("SERVICE_UNAVAILABLE")
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    ctx.log.warn({ err: error }, "a picture for a whiteboard could not be drawn")
    refuseFields({ file: error.failure === "TOO_MANY_PIXELS" ? "SLIDES_PIXELS" : "PICTURE_UNREADABLE" })
  }
}

/** Returns those of these pictures that were sent to this class. */
export async function picturesOf(
  ctx: Pick<Ctx, "db">,
  classId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set((await readSizes(ctx, classId, ids)).map(({ id }) => id))
}

/** Returns those of these pictures that were sent to this class, with the bytes of both sizes together. */
async function readSizes(
  ctx: Pick<Ctx, "db">,
  classId: string,
  ids: readonly string[],
): Promise<{ id: string; size_bytes: number }[]> {
  if (ids.length === 0) return []
  const { id, class_id, size_bytes } = whiteboardPictures
  return ctx.db
    .select({ id, size_bytes })
    .from(whiteboardPictures)
    .where(and(eq(class_id, classId), inArray(id, [...ids])))
}

/** Returns a link to a picture for a member of the class, valid for an hour. Throws NOT_FOUND. */
export async function linkPicture(
  ctx: SignedInCtx,
  { class_id, picture_id, size }: OfPicture & { size: SlideSize },
): Promise<{ url: string }> {
  await requireMember(ctx, class_id)
  if (!(await picturesOf(ctx, class_id, [picture_id])).has(picture_id.toLowerCase())) notFound()
  // Pages show pictures of our own origin alone.
  const link = { seconds: LINK_SECONDS, contentType: "image/webp", throughUs: true }
  return { url: await ctx.links.make(keyOfPicture(picture_id.toLowerCase(), size), link) }
}

/**
 * Returns the bytes of the pictures among a class's items, for a picture of them. All are small where the large ones are
 * more than 24 MB.
 */
export async function picturesAmong(
  ctx: Pick<Ctx, "db" | "files">,
  classId: string,
  items: readonly Item[],
  size: SlideSize,
): Promise<Pictures> {
  const found = new Map<string, string>()
  const known = await readSizes(ctx, classId, picturesIn(items))
  const fits = known.reduce((sum, { size_bytes }) => sum + size_bytes, 0) <= MOST_LARGE_BYTES
  for (const { id } of known) {
    try {
      const bytes = await buffer(await ctx.files.read(keyOfPicture(id, fits ? size : "small")))
      found.set(id, `data:image/webp;base64,${bytes.toString("base64")}`)
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
    }
  }
  return found
}

/** Removes the files of a picture. */
export async function removePictureFiles({ files }: Pick<Ctx, "files">, pictureId: string): Promise<void> {
  for (const size of SIZES) await files.remove(keyOfPicture(pictureId, size))
}
