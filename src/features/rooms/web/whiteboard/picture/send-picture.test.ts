import { ORPCError } from "@orpc/client"
import { expect, test, vi } from "vitest"

vi.mock("virtual:contract", () => ({ default: {} }))
const addPicture = vi.hoisted(() => vi.fn())
vi.mock("#ui/client.ts", async (original) => ({
  ...(await original<object>()),
  browserApi: () => ({ rooms: { addPicture } }),
}))
const { sendPicture } = await import("./send-picture.ts")

const send = (file: File, language: "en" | "hi" = "en") =>
  sendPicture({
    ...{ classId: "class", id: "id", file, language, onShare: () => undefined },
    signal: new AbortController().signal,
  })
const small = new File(["x"], "IMG_0001.JPEG", { type: "image/jpeg" })

test("ROOM-10 why a picture isn't on the board is told with what to do, and whether it can be sent again", async () => {
  const refusals = [
    [new TypeError("NetworkError"), /^We couldn't be reached.*try again\.$/, true],
    [new ORPCError("DRAWING_HELD", { status: 403 }), /instructor/, true],
    [
      new ORPCError("TOO_MANY_REQUESTS", { status: 429, data: { retry_after_seconds: 400 } }),
      /^You've sent many pictures in a short time\. Wait 7 minutes, then try again\.$/,
      true,
    ],
    [
      new ORPCError("FIELD_ERRORS", { status: 422, data: { fields: { file: "PICTURE_KIND" } } }),
      /^Choose a picture/,
      false,
    ],
  ] as const
  for (const [error, words, again] of refusals) {
    addPicture.mockRejectedValueOnce(error)
    expect(await send(small)).toEqual({ words: expect.stringMatching(words), again })
  }
  addPicture.mockRejectedValueOnce(refusals[3][0])
  expect(await send(small, "hi")).toEqual({ words: "कोई तस्वीर चुनें (JPEG, PNG या WebP)", again: false })
})

test("ROOM-10 a file is sent under a name of its kind, and one that is too large isn't sent at all", async () => {
  const sent = { id: "id", width: 9, height: 9 }
  addPicture.mockReset()
  addPicture.mockResolvedValue(sent)
  expect(await send(small)).toBe(sent)
  expect(addPicture.mock.calls[0]?.[0].file.name).toBe("picture.jpg")
  // Neither this browser nor the server reads it: the server says so.
  await send(new File(["x"], "photo.heic", { type: "image/heic" }))
  expect(addPicture.mock.calls[1]?.[0].file.name).toBe("photo.heic")
  const large = new File([new Uint8Array(11 * 2 ** 20)], "scan.png", { type: "image/png" })
  expect(await send(large)).toMatchObject({ words: expect.stringContaining("over 10 MB"), again: false })
  expect(addPicture).toHaveBeenCalledTimes(2)
})
