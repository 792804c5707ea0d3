// The template's own page fetches fonts from Google, which are not everywhere to be had.
export default function Home() {
  return <main>Home</main>;
}
