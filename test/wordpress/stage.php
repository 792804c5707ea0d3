<?php
/**
 * As much of WordPress as the plugin meets. With WORDPRESS it is the folder of one, whose own functions for hooks, shortcodes, escaping and
 * scripts are used; else the stand-ins below. Settings, users and routes are stand-ins always. It reads what is asked for as JSON on stdin:
 * the plugin's file, settings, the user, a secret, and steps; and prints what came of each step.
 */
error_reporting( E_ALL );
set_error_handler(
	static function ( int $level, string $message, string $file, int $line ): bool {
		// What WordPress itself does in a newer PHP than it was made for is none of ours.
		if ( str_contains( $file, 'wp-includes' ) ) {
			return true;
		}
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);
$folder = (string) getenv( 'WORDPRESS' );
define( 'ABSPATH', $folder . '/' );
define( 'WPINC', 'wp-includes' );
define( 'WP_CONTENT_DIR', '/nowhere' );
define( 'WP_LANG_DIR', '/nowhere' );
define( 'WP_PLUGIN_DIR', '/nowhere' );
define( 'WPMU_PLUGIN_DIR', '/nowhere' );
define( 'WP_DEBUG', false );
$asked = json_decode( file_get_contents( 'php://stdin' ), true, 64, JSON_THROW_ON_ERROR );
$noted = array( 'rest' => array(), 'blocks' => array(), 'pages' => array(), 'errors' => array() );
if ( '' !== $asked['secret'] ) {
	define( 'REWARDS_TOKEN_SECRET', $asked['secret'] );
}

final class WP_User {
	public int $ID = 7;
}
final class WP_REST_Request {
	private array $given;
	public function __construct( array $given ) {
		$this->given = $given;
	}
	public function get_param( string $name ) {
		return $this->given[ $name ] ?? null;
	}
}
final class WP_REST_Response {
	public $data;
	public array $headers = array();
	public function __construct( $data ) {
		$this->data = $data;
	}
	public function header( string $name, string $value ): void {
		$this->headers[ $name ] = $value;
	}
}

function is_user_logged_in(): bool {
	global $asked;
	return null !== $asked['member'];
}
function wp_get_current_user(): WP_User {
	return new WP_User();
}
function get_user_meta( int $id, string $key, bool $single ) {
	global $asked;
	return 'rewards_member_id' === $key ? $asked['member'] : '';
}
function current_user_can( string $what ): bool {
	global $asked;
	return $asked['editor'];
}
function rest_url( string $path ): string {
	return 'https://example.org/wp-json/' . $path;
}
function wp_create_nonce( string $what ): string {
	return 'a1b2c3';
}
function rest_ensure_response( $data ): WP_REST_Response {
	return new WP_REST_Response( $data );
}
function register_rest_route( string $space, string $route, array $given ): void {
	global $noted;
	$noted['rest'][ $space . $route ] = $given;
}
function register_block_type( string $name, array $given ): void {
	global $noted;
	$noted['blocks'][ $name ] = $given;
}
function add_options_page( string $title, string $menu, string $may, string $slug, string $show ): void {
	global $noted;
	$noted['pages'][ $slug ] = array( $may, $show );
}
function add_settings_error( string $name, string $code, string $message ): void {
	global $noted;
	$noted['errors'][] = $message;
}
function settings_fields( string $group ): void {
	echo '<input type="hidden" name="option_page" value="' . esc_attr( $group ) . '">';
}
function submit_button(): void {
	echo '<button>Save</button>';
}

if ( '' !== $folder ) {
	foreach ( array( 'compat', 'plugin', 'cache', 'load', 'functions', 'formatting', 'kses', 'shortcodes', 'l10n', 'pomo/translations', 'class-wp-textdomain-registry', 'class-wp-error', 'class-wp-dependency', 'class.wp-dependencies', 'class.wp-scripts', 'functions.wp-scripts' ) as $name ) {
		require_once $folder . '/wp-includes/' . $name . '.php';
	}
	wp_cache_init();
	wp_cache_set( 'alloptions', array( 'blog_charset' => 'UTF-8' ), 'options' );
	foreach ( array( 'blocks', 'element', 'components', 'block-editor' ) as $name ) {
		wp_register_script( 'wp-' . $name, false );
	}
	$wp_textdomain_registry = new WP_Textdomain_Registry();
	add_filter( 'pre_option_rewards_settings', static fn() => $asked['settings'] );
	add_filter( 'pre_determine_locale', static fn() => $asked['locale'] );
} else {
	require __DIR__ . '/stand-ins.php';
}

require $asked['plugin'];
do_action( 'init' );
do_action( 'rest_api_init' );
do_action( 'admin_init' );
do_action( 'admin_menu' );

function step( string $what, $given ) {
	global $noted;
	switch ( $what ) {
		case 'content':
			return do_shortcode( $given );
		case 'block':
			return $noted['blocks']['rewards/widget']['render_callback']( $given );
		case 'scripts':
			ob_start();
			wp_scripts()->do_items( $given ? array( $given ) : false );
			return ob_get_clean();
		case 'page':
			ob_start();
			$noted['pages']['rewards'][1]();
			return ob_get_clean();
		case 'clean':
			return array( apply_filters( 'sanitize_option_rewards_settings', $given ), $noted['errors'] );
		case 'token':
			$route = $noted['rest']['rewards/v1/token'];
			if ( ! $route['permission_callback']() ) {
				return 'not signed in';
			}
			if ( ! preg_match( '/' . $route['args']['action']['pattern'] . '/', $given['action'] ) ) {
				return 'no action';
			}
			$answer = $route['callback']( new WP_REST_Request( $given ) );
			return $answer instanceof WP_Error ? $answer->get_error_code() : array( $answer->data, $answer->headers );
	}
}

$results = array();
foreach ( $asked['steps'] as list( $what, $given ) ) {
	$results[] = step( $what, $given );
}
echo json_encode( $results, JSON_THROW_ON_ERROR );
