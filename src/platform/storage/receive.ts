import type { Ctx } from "#platform/context.ts"
import { VIDEO_HEAD_BYTES, type VideoKind, videoKindOf } from "#shared/video.ts"

const METHODS = new Set(["HEAD", "PATCH", "OPTIONS"])

/** Whether a request uses the upload protocol, as far as we support it. */
export function isUploadMethod(request: Request): boolean {
  return METHODS.has(request.method)
}

type Upload = {
  id: string
  /** How many bytes had arrived before. */
  before: number
  /** More than this is refused. */
  maxBytes: number
  /** The whole size, where it is known from the start. */
  size?: number
}

export type Pieces = {
  response: Response
  /** How many bytes have arrived by now, also where the connection broke. */
  received: number
}

/**
 * Writes a piece of a video into the spool, or reports where to continue. What does not begin as a video is
 * deleted with a 415, and the upload can start again.
 */
export async function receiveVideo(ctx: Ctx, request: Request, upload: Upload): Promise<Pieces> {
  const { id, before, maxBytes, size } = upload
  const response = await ctx.spool.handle(request, id, maxBytes)
  const received = (await ctx.spool.received(id)) ?? 0
  if (before >= VIDEO_HEAD_BYTES || received < VIDEO_HEAD_BYTES || (await kindInSpool(ctx, id)) !== null) {
    return { response, received }
  }
  await ctx.spool.remove(id)
  await ctx.spool.begin(id, size)
  return { response: new Response("This is not a video", { status: 415 }), received: 0 }
}

/** Returns the kind of video that an upload begins as; null if it is none. */
export async function kindInSpool(ctx: Pick<Ctx, "spool">, id: string): Promise<VideoKind | null> {
  return videoKindOf(await ctx.spool.head(id, VIDEO_HEAD_BYTES))
}
