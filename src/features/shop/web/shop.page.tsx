export default function ShopPage() {
  return null
}
