// The template's own layout fetches a font from Google, which is not everywhere to be had.
export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
