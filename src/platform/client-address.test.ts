import { expect, test } from "vitest"
import { clientAddress, networkOf } from "./client-address.ts"

test("ACC-11 without a proxy only the socket says where a request comes from", () => {
  expect(clientAddress("203.0.113.7", "198.51.100.1", 0)).toBe("203.0.113.7")
  expect(clientAddress("::ffff:203.0.113.7", null, 0)).toBe("203.0.113.7")
  expect(clientAddress(undefined, "198.51.100.1", 0)).toBeUndefined()
})

test("ACC-11 behind trusted proxies the entry of the outermost counts, whatever was made up before it", () => {
  expect(clientAddress("10.0.0.2", "made-up, 198.51.100.1", 1)).toBe("198.51.100.1")
  expect(clientAddress("10.0.0.2", "made-up, 198.51.100.1, 10.0.0.1", 2)).toBe("198.51.100.1")
  expect(clientAddress("10.0.0.2", null, 1)).toBe("10.0.0.2")
})

test("ACC-11 a port that a proxy writes is no part of the address", () => {
  expect(clientAddress("10.0.0.2", "198.51.100.1:5678", 1)).toBe("198.51.100.1")
  expect(clientAddress("10.0.0.2", "[2001:db8::1]:5678", 1)).toBe("2001:db8::1")
  expect(clientAddress("10.0.0.2", "[::ffff:198.51.100.1]:5678", 1)).toBe("198.51.100.1")
  expect(clientAddress("10.0.0.2", "2001:db8::1", 1)).toBe("2001:db8::1")
})

test("ACC-11 the addresses of one IPv6 line count as one", () => {
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe(networkOf("2001:DB8:1:2:bbbb:0:0:9"))
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"))
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0")
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7")
})
