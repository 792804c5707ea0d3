<?php
/** Stand-ins for WordPress' own functions, as far as its documentation says what they do. */

final class WP_Error {
	private string $code;
	public function __construct( string $code, string $message, array $data = array() ) {
		$this->code = $code;
	}
	public function get_error_code(): string {
		return $this->code;
	}
}

$hooks      = array();
$shortcodes = array();

function add_filter( string $name, callable $hook, int $priority = 10, int $accepts = 1 ): void {
	global $hooks;
	$hooks[ $name ][] = $hook;
}
function add_action( string $name, callable $hook ): void {
	add_filter( $name, $hook );
}
function do_action( string $name ): void {
	global $hooks;
	foreach ( $hooks[ $name ] ?? array() as $hook ) {
		$hook();
	}
}
function apply_filters( string $name, $value, ...$more ) {
	global $hooks;
	foreach ( $hooks[ $name ] ?? array() as $hook ) {
		$value = $hook( $value, ...$more );
	}
	return $value;
}
function register_setting( string $group, string $name, array $given ): void {
	add_filter( "sanitize_option_$name", $given['sanitize_callback'] );
}
function add_shortcode( string $tag, callable $render ): void {
	global $shortcodes;
	$shortcodes[ $tag ] = $render;
}
function shortcode_atts( array $pairs, $given, string $tag ): array {
	return array_merge( $pairs, array_intersect_key( (array) $given, $pairs ) );
}
function do_shortcode( string $content ): string {
	global $shortcodes;
	return preg_replace_callback(
		'/\[(\w+)((?:\s+\w+=(?:"[^"]*"|\'[^\']*\'))*)\s*\]/',
		static function ( array $found ) use ( $shortcodes ): string {
			preg_match_all( '/(\w+)=(?:"([^"]*)"|\'([^\']*)\')/', $found[2], $pairs, PREG_SET_ORDER );
			$given = array();
			foreach ( $pairs as $pair ) {
				$given[ $pair[1] ] = ( $pair[2] ?? '' ) . ( $pair[3] ?? '' );
			}
			return isset( $shortcodes[ $found[1] ] ) ? $shortcodes[ $found[1] ]( $given ) : $found[0];
		},
		$content
	);
}
function get_option( $name, $fallback = false ) {
	global $asked;
	return 'rewards_settings' === $name ? $asked['settings'] : $fallback;
}
function determine_locale(): string {
	global $asked;
	return $asked['locale'];
}
function __( string $text ): string {
	return $text;
}
function esc_html( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES, 'UTF-8' );
}
function esc_attr( string $text ): string {
	return esc_html( $text );
}
function esc_html__( string $text ): string {
	return esc_html( $text );
}
function esc_url_raw( string $url, array $protocols = array( 'http', 'https' ) ): string {
	$url = preg_replace( '/[^a-z0-9-~+_.?#=!&;,\/:%@$|*\'()\[\]\x80-\xff]/i', '', str_replace( ' ', '%20', $url ) );
	if ( '' !== $url && ! str_contains( $url, ':' ) && ! in_array( $url[0], array( '/', '#', '?' ), true ) ) {
		$url = 'http://' . $url;
	}
	return preg_match( '#^(' . implode( '|', $protocols ) . '):#', $url ) || str_starts_with( $url, '/' ) ? $url : '';
}
function esc_url( string $url ): string {
	return str_replace( array( '&', "'" ), array( '&#038;', '&#039;' ), esc_url_raw( $url ) );
}
function sanitize_text_field( string $text ): string {
	return trim( preg_replace( '/\s+/', ' ', strip_tags( $text ) ) );
}
function wp_json_encode( $value, int $flags = 0 ) {
	return json_encode( $value, $flags );
}

final class Scripts {
	public array $known  = array();
	public array $queued = array();
	public function do_items( $handles ): void {
		foreach ( $handles ? $handles : $this->queued as $handle ) {
			list( $src, $inline ) = $this->known[ $handle ];
			if ( $src ) {
				echo apply_filters( 'script_loader_tag', '<script src="' . esc_url( $src ) . "\"></script>\n", $handle, $src );
			}
			if ( '' !== $inline ) {
				echo "<script>$inline</script>\n";
			}
		}
	}
}
$scripts = new Scripts();
function wp_scripts(): Scripts {
	global $scripts;
	return $scripts;
}
function wp_register_script( string $handle, $src, array $needs, $version, bool $in_footer ): void {
	wp_scripts()->known[ $handle ] = array( $src, '' );
}
function wp_add_inline_script( string $handle, string $text ): void {
	wp_scripts()->known[ $handle ][1] .= $text;
}
function wp_enqueue_script( string $handle ): void {
	wp_scripts()->queued[ $handle ] = $handle;
}
