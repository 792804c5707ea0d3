<?php
/**
 * Plugin Name:       Rewards
 * Description:       Check-ins, sign-ups and roles for the members of a chat community, by the widgets of rewards-elements.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 *
 * The proxy's API key has no place in WordPress: this knows the proxy's address alone. Where your config has `identity: 'signed'`, put the secret
 * that both sides sign with into wp-config.php: define( 'REWARDS_TOKEN_SECRET', '…' );
 */

defined( 'ABSPATH' ) || exit;

const REWARDS_OPTION  = 'rewards_settings';
const REWARDS_SCRIPT  = 'https://cdn.jsdelivr.net/npm/rewards-elements@0.1.0/dist/cdn/rewards-elements.js';
const REWARDS_WIDGETS = array( 'checkin', 'signup', 'role', 'onchain' );

/** The settings, with all that was left out. */
function rewards_settings(): array {
	$defaults = array(
		'endpoint'    => '',
		'script'      => REWARDS_SCRIPT,
		'member_meta' => 'rewards_member_id',
	);
	$saved    = get_option( REWARDS_OPTION, array() );
	return array_merge( $defaults, array_filter( is_array( $saved ) ? $saved : array() ) );
}

/** What was typed into the settings, as far as it can be used. Anything else is left out, and said. */
function rewards_clean_settings( $given ): array {
	$given = is_array( $given ) ? $given : array();
	$clean = array( 'member_meta' => sanitize_text_field( $given['member_meta'] ?? '' ) );
	foreach ( array( 'endpoint', 'script' ) as $key ) {
		$typed         = trim( (string) ( $given[ $key ] ?? '' ) );
		$clean[ $key ] = esc_url_raw( $typed, array( 'https', 'http' ) );
		// WordPress itself puts http:// before what has no scheme, which a page over https does not load.
		if ( '' !== $typed && ( '' === $clean[ $key ] || ! preg_match( '#^https?://#i', $typed ) ) ) {
			$clean[ $key ] = '';
			/* translators: %s: what was typed. */
			add_settings_error( REWARDS_OPTION, $key, sprintf( __( '%s is no address: it begins with https://', 'rewards' ), $typed ) );
		}
	}
	$clean['endpoint'] = rtrim( $clean['endpoint'], '/' );
	return $clean;
}

/** The language of the page as a tag. WordPress has one, pt_PT_ao90, whose end is no part of a tag: browsers take none of it then. */
function rewards_language(): string {
	return preg_replace( '/-ao90$/', '', str_replace( '_', '-', determine_locale() ) );
}

/** A widget as HTML; for authors of pages also what is missing. */
function rewards_widget( string $widget, array $given ): string {
	$settings = rewards_settings();
	$action   = (string) ( $given['action'] ?? '' );
	$missing  = '' === $settings['endpoint'] ? __( 'Rewards: the address of the proxy is missing: Settings > Rewards', 'rewards' ) : '';
	if ( ! preg_match( '/^[a-z0-9][a-z0-9-]{0,63}$/', $action ) ) {
		$missing = __( 'Rewards: the action is missing, as in [rewards_checkin action="daily"]', 'rewards' );
	}
	if ( '' !== $missing ) {
		return current_user_can( 'edit_posts' ) ? '<p>' . esc_html( $missing ) . '</p>' : '';
	}
	$signed     = 'signed' === ( $given['identity'] ?? '' );
	$attributes = array(
		'endpoint' => $settings['endpoint'],
		'action'   => $action,
		'lang'     => rewards_language(),
	) + ( $signed ? array( 'identity' => 'signed' ) : array() );

	wp_enqueue_script( 'rewards-elements' );
	if ( $signed ) {
		wp_enqueue_script( 'rewards-token' );
	}
	$html = '<rewards-' . $widget;
	foreach ( $attributes as $name => $value ) {
		$html .= sprintf( ' %s="%s"', $name, 'endpoint' === $name ? esc_url( $value ) : esc_attr( $value ) );
	}
	return $html . '></rewards-' . $widget . '>';
}

/** The community's id of a user of this site, as text; empty where it is not known. */
function rewards_member_id( WP_User $user ): string {
	$known = (string) get_user_meta( $user->ID, rewards_settings()['member_meta'], true );
	return (string) apply_filters( 'rewards_member_id', $known, $user );
}

/** A token that says who the member is: good for two minutes, one claim, and this action alone. */
function rewards_token( string $member_id, string $action, string $secret, int $now ): string {
	$base64 = static function ( string $bytes ): string {
		return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
	};
	$header = array(
		'typ' => 'rewards-member+jwt',
		'alg' => 'HS256',
	);
	$claims = array(
		'sub'    => $member_id,
		'aud'    => 'rewards-elements',
		'iat'    => $now,
		'exp'    => $now + 120,
		'jti'    => bin2hex( random_bytes( 16 ) ),
		'action' => $action,
	);
	$signed = $base64( wp_json_encode( $header ) ) . '.' . $base64( wp_json_encode( $claims ) );
	return $signed . '.' . $base64( hash_hmac( 'sha256', $signed, $secret, true ) );
}

/** Answers a widget that asks for a token, for the user who is signed in. A token never stands in a page, which a cache would show to others. */
function rewards_answer_token( WP_REST_Request $request ) {
	$secret = defined( 'REWARDS_TOKEN_SECRET' ) ? (string) REWARDS_TOKEN_SECRET : '';
	if ( strlen( $secret ) < 32 ) {
		return new WP_Error( 'rewards_secret', __( 'REWARDS_TOKEN_SECRET is missing in wp-config.php, or has less than 32 bytes.', 'rewards' ), array( 'status' => 500 ) );
	}
	$member_id = rewards_member_id( wp_get_current_user() );
	if ( '' === $member_id ) {
		return new WP_Error( 'rewards_member', __( 'Your account is not connected with the community.', 'rewards' ), array( 'status' => 404 ) );
	}
	$token    = rewards_token( $member_id, (string) $request->get_param( 'action' ), $secret, time() );
	$response = rest_ensure_response( array( 'token' => $token ) );
	$response->header( 'Cache-Control', 'no-store' );
	return $response;
}

add_action(
	'init',
	static function (): void {
		$settings = rewards_settings();
		wp_register_script( 'rewards-elements', $settings['script'], array(), null, true );
		wp_register_script( 'rewards-token', false, array(), null, true );
		if ( is_user_logged_in() ) {
			$site = wp_json_encode(
				array(
					'url'   => rest_url( 'rewards/v1/token' ),
					'nonce' => wp_create_nonce( 'wp_rest' ),
				),
				JSON_HEX_TAG
			);
			wp_add_inline_script(
				'rewards-token',
				"{
	const { url, nonce } = $site;
	for (const widget of document.querySelectorAll('[identity=signed]')) {
		widget.getMemberToken = async () => {
			const address = new URL(url);
			address.searchParams.set('action', widget.getAttribute('action'));
			const reply = await fetch(address, { headers: { 'X-WP-Nonce': nonce }, cache: 'no-store' });
			return reply.ok ? (await reply.json()).token : null;
		};
	}
}"
			);
		}

		foreach ( REWARDS_WIDGETS as $widget ) {
			add_shortcode(
				"rewards_$widget",
				static function ( $given ) use ( $widget ): string {
					return rewards_widget(
						$widget,
						shortcode_atts(
							array(
								'action'   => '',
								'identity' => '',
							),
							$given,
							"rewards_$widget"
						)
					);
				}
			);
		}

		wp_register_script( 'rewards-block', false, array( 'wp-blocks', 'wp-element', 'wp-components', 'wp-block-editor' ), null, true );
		wp_add_inline_script(
			'rewards-block',
			"(({ blocks, element: { createElement: h }, components: { SelectControl, TextControl, CheckboxControl }, blockEditor: { useBlockProps } }) => {
	const widgets = " . wp_json_encode( REWARDS_WIDGETS ) . ".map((value) => ({ value, label: 'rewards-' + value }));
	blocks.registerBlockType('rewards/widget', {
		apiVersion: 2,
		title: 'Rewards',
		category: 'widgets',
		icon: 'awards',
		attributes: { widget: { type: 'string', default: 'checkin' }, action: { type: 'string', default: '' }, identity: { type: 'string', default: '' } },
		edit: ({ attributes: { widget, action, identity }, setAttributes }) =>
			h('div', useBlockProps(),
				h(SelectControl, { label: 'Widget', value: widget, options: widgets, onChange: (value) => setAttributes({ widget: value }) }),
				h(TextControl, { label: 'Action, as in the config', value: action, onChange: (value) => setAttributes({ action: value }) }),
				h(CheckboxControl, { label: 'For the signed-in user', checked: identity === 'signed', onChange: (on) => setAttributes({ identity: on ? 'signed' : '' }) })),
		save: () => null,
	});
})(wp);"
		);
		register_block_type(
			'rewards/widget',
			array(
				'api_version'     => 2,
				'editor_script'   => 'rewards-block',
				'attributes'      => array(
					'widget'   => array(
						'type'    => 'string',
						'default' => 'checkin',
					),
					'action'   => array(
						'type'    => 'string',
						'default' => '',
					),
					'identity' => array(
						'type'    => 'string',
						'default' => '',
					),
				),
				'render_callback' => static function ( array $given ): string {
					return in_array( $given['widget'] ?? '', REWARDS_WIDGETS, true ) ? rewards_widget( $given['widget'], $given ) : '';
				},
			)
		);
	}
);

// Elements come as a module.
add_filter(
	'script_loader_tag',
	static function ( string $tag, string $handle, string $src ): string {
		return 'rewards-elements' === $handle ? sprintf( "<script type=\"module\" src=\"%s\" id=\"rewards-elements-js\"></script>\n", esc_url( $src ) ) : $tag;
	},
	10,
	3
);

add_action(
	'rest_api_init',
	static function (): void {
		register_rest_route(
			'rewards/v1',
			'/token',
			array(
				'methods'             => 'GET',
				'callback'            => 'rewards_answer_token',
				'permission_callback' => 'is_user_logged_in',
				'args'                => array(
					'action' => array(
						'required' => true,
						'pattern'  => '^[a-z0-9][a-z0-9-]{0,63}$',
						'type'     => 'string',
					),
				),
			)
		);
	}
);

add_action(
	'admin_init',
	static function (): void {
		register_setting( 'rewards', REWARDS_OPTION, array( 'sanitize_callback' => 'rewards_clean_settings' ) );
	}
);

add_action(
	'admin_menu',
	static function (): void {
		add_options_page( __( 'Rewards', 'rewards' ), __( 'Rewards', 'rewards' ), 'manage_options', 'rewards', 'rewards_settings_page' );
	}
);

/** The page below Settings. */
function rewards_settings_page(): void {
	$fields = array(
		'endpoint'    => array( __( 'Address of the proxy', 'rewards' ), __( 'Such as https://rewards.example.org/rewards. Its config has to name this site in origins.', 'rewards' ) ),
		'script'      => array( __( 'Address of the script', 'rewards' ), __( 'Of rewards-elements.js, on a CDN or on this site.', 'rewards' ) ),
		'member_meta' => array( __( 'Field of the member\'s id', 'rewards' ), __( 'The user\'s field that holds the id in the community, for actions with identity: signed.', 'rewards' ) ),
	);
	$values = rewards_settings();
	echo '<div class="wrap"><h1>' . esc_html__( 'Rewards', 'rewards' ) . '</h1><form method="post" action="options.php">';
	settings_fields( 'rewards' );
	echo '<table class="form-table" role="presentation">';
	foreach ( $fields as $key => list( $label, $help ) ) {
		printf(
			'<tr><th scope="row"><label for="rewards-%1$s">%2$s</label></th><td><input id="rewards-%1$s" name="%3$s[%1$s]" value="%4$s" class="regular-text" aria-describedby="rewards-%1$s-help"><p class="description" id="rewards-%1$s-help">%5$s</p></td></tr>',
			esc_attr( $key ),
			esc_html( $label ),
			esc_attr( REWARDS_OPTION ),
			esc_attr( $values[ $key ] ),
			esc_html( $help )
		);
	}
	echo '</table>';
	submit_button();
	echo '</form></div>';
}
