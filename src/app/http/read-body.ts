import type { IncomingMessage } from "node:http"

/**
 * How slowly a body may arrive: all of it `within` milliseconds, or at least `bytes` in each `each`
 * milliseconds.
 */
export type Pace = { within: number } | { bytes: number; each: number }

type How = "whole" | "more" | "slow" | "gone" | "full"

/** What has arrived of a body so far. */
export type Arrived = { pieces: Buffer[]; bytes: number }

/**
 * Reads on until the body is complete, or exceeds `most` bytes: the rest then waits at the sender. Returns
 * "gone" if the connection broke, and "full" once `fits` says that there is no room for as many bytes more. May be
 * called again with a higher bound.
 */
export function readUpTo(
  incoming: IncomingMessage,
  arrived: Arrived,
  most: number,
  pace: Pace,
  fits: (bytes: number) => boolean = () => true,
): Promise<How> {
  if (arrived.bytes > most) return Promise.resolve("more")
  if (incoming.readableEnded) return Promise.resolve("whole")
  if (incoming.destroyed) return Promise.resolve("gone")
  return new Promise((resolve) => {
    const finish = (how: How) => {
      stopTiming()
      incoming.off("data", take).off("end", onEnd).off("error", onGone).off("close", onGone)
      incoming.pause()
      resolve(how)
    }
    const take = (piece: Buffer) => {
      arrived.pieces.push(piece)
      arrived.bytes += piece.length
      if (!fits(piece.length)) return finish("full")
      if (arrived.bytes > most) finish("more")
    }
    const onEnd = () => finish("whole")
    const onGone = () => finish("gone")
    const stopTiming = keepPace(
      pace,
      () => arrived.bytes,
      () => finish("slow"),
    )
    incoming.on("data", take).once("end", onEnd).once("error", onGone).once("close", onGone)
    incoming.resume()
  })
}

/** Ends the connection of a streamed body that arrives too slowly. */
export function watchPace(incoming: IncomingMessage, pace: Pace): void {
  const { socket } = incoming
  const stop = keepPace(
    pace,
    // Data waiting here for the disk is not the sender's delay.
    () => (incoming.readableLength > 0 ? Number.POSITIVE_INFINITY : socket.bytesRead),
    () => socket.destroy(),
  )
  incoming.once("end", stop).once("close", stop)
}

function keepPace(pace: Pace, arrived: () => number, onSlow: () => void): () => void {
  if ("within" in pace) {
    const timer = setTimeout(onSlow, pace.within).unref()
    return () => clearTimeout(timer)
  }
  let before = arrived()
  const timer = setInterval(() => {
    const now = arrived()
    if (Number.isFinite(now) && Number.isFinite(before) && now - before < pace.bytes) onSlow()
    before = now
  }, pace.each).unref()
  return () => clearInterval(timer)
}
