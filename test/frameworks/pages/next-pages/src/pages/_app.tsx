import type { AppProps } from 'next/app';
import '@/styles/globals.css';
import 'rewards-elements/themes/ocean.css';

export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
