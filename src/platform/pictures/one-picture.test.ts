import { expect, test } from "vitest"
import { halfBlue } from "#tests/slide-files.ts"
import { drawPicture } from "./one-picture.ts"

test("ROOM-10 pictures are drawn one after the other, and while many wait further ones are refused at once", async () => {
  const waiting = Array.from({ length: 16 }, (_, at) =>
    // A damaged one doesn't hold up those after it.
    drawPicture(at === 0 ? halfBlue().subarray(0, 16) : halfBlue(), "png").catch(
      (error: Error) => error.name,
    ),
  )
  expect(await drawPicture(halfBlue(), "png")).toBeNull()
  const [first, ...others] = await Promise.all(waiting)
  expect(first).toBe("Unreadable")
  expect(others).toHaveLength(15)
  for (const drawn of others) expect(drawn).toMatchObject({ width: 60, height: 40 })
  expect(await drawPicture(halfBlue(), "png")).not.toBeNull()
}, 120_000)
