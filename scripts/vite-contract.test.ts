import { expect, test } from "vitest"
import { contract } from "../src/contract/index.ts"
import { minifyContract } from "./vite-contract.ts"

test("the browser's contract names every procedure by method and path, and carries no schema", () => {
  const minified = minifyContract(contract) as { rooms: { join: unknown } }
  expect(Object.keys(minified)).toEqual(Object.keys(contract))
  const { inputStructure, outputStructure } = contract.rooms.join["~orpc"].route
  expect(minified.rooms.join).toEqual({
    "~orpc": {
      errorMap: {},
      meta: {},
      route: { method: "POST", path: "/classes/{class_id}/room/join", inputStructure, outputStructure },
    },
  })
  expect(JSON.parse(JSON.stringify(minified))).toBeTruthy()
  expect(JSON.stringify(minified)).not.toMatch(/schema|summary|status/i)
})
